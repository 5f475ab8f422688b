// First contacts of shapes that move and turn, against an oracle in long double (turning.h): never
// late, hits that are contacts, misses that are none; certificates by themselves; bad input; the
// same motions exchanged and scaled; the work of a query. The same in fixed point (fixed.h), which
// proves each motion free of contact until t_lo.
#define TEST_PART "../src/motion/single.h"
#define COLLIDE_COUNT_WORK
#include "test.h"

#include "fixed.h"
#include "kinds.h"

unsigned long long collide_work;

// Of random cases a tenth under sanitizers, many more in the full tier.
static int cases(int normal) {
#ifdef COLLIDE_TEST_SANITIZED
    return (normal + 19) / 20;
#else
    return kinds_tier() == 2 ? normal * 20 : kinds_tier() == 1 ? normal / 2 : normal / 4;
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
    static const uint32_t list[10] = {COLLIDE_SHAPE_OBB,         COLLIDE_SHAPE_SPHERE,
                                      COLLIDE_SHAPE_CAPSULE,     COLLIDE_SHAPE_TRIANGLE,
                                      COLLIDE_SHAPE_TETRAHEDRON, COLLIDE_SHAPE_CYLINDER,
                                      COLLIDE_SHAPE_CONVEX,      COLLIDE_SHAPE_AABB,
                                      COLLIDE_SHAPE_SEGMENT,     COLLIDE_SHAPE_POINT};
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
    q.tolerance = q.margin = 0;
    return q;
}

// With a margin, the gap is made that of the larger bodies again.
static bool ask(const struct query *q, collide_bracket *out) {
    memset(out, 0x55, sizeof *out);
    if (q->margin > 0) {
        const bool found = collide_shape_shape_motion_within(
            &q->a, &q->ma, &q->b, &q->mb, q->margin, q->t_max, q->tolerance, out);
        out->gap = nextafterf(out->gap - q->margin, INFINITY);
        return found;
    }
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
                  (double)q->t_max, (double)q->tolerance, (unsigned)got->verdict, (double)got->t_lo,
                  (double)got->t_hi, (double)got->gap, (double)got->normal.x, (double)got->normal.y,
                  (double)got->normal.z);
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
    const long double step = end > 0 ? (end - (long double)nextafterf(got->t_hi, -1)) / 16 : 0;
    const long double fast = p->speed + (p->b.plane ? closing(p, p->w, end, 0) : 0);
    const long double most = fast * step + 0x1p-44L * p->size + blur(p, end);
    long double best = 1e4000L;
    for (int i = 0; i < 17 && best > most; ++i) {
        const long double at = end - step * i;
        if (at >= (long double)got->t_lo)
            best = fminl(best, look(p, at).lo);
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
            const long double at = free + (end - free) * (long double)inputs_uniform(&r, 0, 1);
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
                  t->name, t->hits, t->misses, t->nears, t->undecided, (double)*half, (double)*most,
                  (double)(t->hits ? t->width[t->hits - 1] : 0), t->looks, t->astray);
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

// A change of a random motion, for one class of them.
typedef void change(inputs_random *r, struct query *q, int k);

struct class_of_motions {
    const char *name;
    change *make;
    float turn; // radians, at most
    int n;
    int looks;         // of the oracle, at most
    bool plane, loose; // loose: NEAR and wide brackets are common
};

static void run(const struct class_of_motions *c, uint64_t seed) {
    inputs_random r = inputs_seed(seed);
    const int n = cases(c->n);
    struct tally t = tally_of(c->name, n);
    float half, most;
    for (int k = 0; k < n; ++k) {
        uint32_t a, b;
        collide_bracket got;
        kinds_of(k, c->plane, &a, &b);
        struct query q = meeting(&r, a, b, c->turn);
        if (c->make)
            c->make(&r, &q, k);
        const bool result = ask(&q, &got);
        check(&q, &got, result, &t, c->looks);
    }
    say(&t, &half, &most);
    free(t.width);
    if (!c->loose) {
        REQUIRE(t.nears * 100 <= n + 200, "%s: %d of %d are NEAR", c->name, t.nears, n);
        REQUIRE(half <= 1e-6f && most <= 1e-5f, "%s: widths %g, %g", c->name, (double)half,
                (double)most);
    }
}

// Every length of a motion, times s.
static void scale_motion(collide_motion *m, float s) {
    m->pose.position = times(s, m->pose.position);
    m->pivot = times(s, m->pivot);
    m->velocity = times(s, m->velocity);
}

// Every length of a shape, times s; not of a convex body.
static void scale_shape(collide_shape *a, float s) {
    switch (a->kind) {
    case COLLIDE_SHAPE_SPHERE:
        a->of.sphere.center = times(s, a->of.sphere.center);
        a->of.sphere.radius *= s;
        break;
    case COLLIDE_SHAPE_CAPSULE:
        a->of.capsule.a = times(s, a->of.capsule.a);
        a->of.capsule.b = times(s, a->of.capsule.b);
        a->of.capsule.radius *= s;
        break;
    case COLLIDE_SHAPE_OBB:
        a->of.obb.center = times(s, a->of.obb.center);
        a->of.obb.half = times(s, a->of.obb.half);
        break;
    case COLLIDE_SHAPE_CYLINDER:
        a->of.cylinder.center = times(s, a->of.cylinder.center);
        a->of.cylinder.radius *= s;
        a->of.cylinder.height *= s;
        break;
    case COLLIDE_SHAPE_PLANE:
        a->of.plane.distance *= s;
        break;
    case COLLIDE_SHAPE_CONVEX:
        break;
    default: { // points
        const int n = a->kind == COLLIDE_SHAPE_POINT                                      ? 1
                      : a->kind == COLLIDE_SHAPE_SEGMENT || a->kind == COLLIDE_SHAPE_AABB ? 2
                      : a->kind == COLLIDE_SHAPE_TRIANGLE                                 ? 3
                                                                                          : 4;
        collide_vec3 p[4];
        memcpy(p, &a->of, (size_t)n * sizeof *p);
        for (int i = 0; i < n; ++i)
            p[i] = times(s, p[i]);
        memcpy(&a->of, p, (size_t)n * sizeof *p);
    }
    }
}

static float power_of_ten(int k) {
    static const float list[13] = {1e-6f, 1e-5f, 1e-4f, 1e-3f, 1e-2f, 1e-1f, 1,
                                   1e1f,  1e2f,  1e3f,  1e4f,  1e5f,  1e6f};
    return list[k];
}

static void scale(inputs_random *r, struct query *q, int k) {
    const float s = power_of_ten(k % 13);
    (void)r;
    if (q->a.kind == COLLIDE_SHAPE_CONVEX || q->b.kind == COLLIDE_SHAPE_CONVEX)
        return;
    scale_shape(&q->a, s);
    scale_shape(&q->b, s);
    scale_motion(&q->ma, s);
    scale_motion(&q->mb, s);
}

// One body of a size of its own.
static void unlike(inputs_random *r, struct query *q, int k) {
    if (q->a.kind != COLLIDE_SHAPE_CONVEX)
        scale_shape(&q->a, inputs_uniform(r, 0.5f, 1) / (float)(1 << k % 16));
    if (q->b.kind != COLLIDE_SHAPE_CONVEX && k % 3 == 0)
        scale_shape(&q->b, inputs_uniform(r, 1, 2) * (float)(1 << k / 3 % 6));
}

// All of it somewhere else.
static void elsewhere(inputs_random *r, struct query *q, int k) {
    const collide_vec3 to = times(power_of_ten(7 + k % 6), direction(r));
    q->ma.pose.position = plus(q->ma.pose.position, to);
    q->mb.pose.position = plus(q->mb.pose.position, to);
    q->ma.pivot = plus(q->ma.pivot, to);
    q->mb.pivot = plus(q->mb.pivot, to);
}

// The pivots away from the bodies, so that these move along arcs.
static void swing(inputs_random *r, struct query *q, int k) {
    const float away = (float)(1 << k % 12);
    q->mb.pivot = plus(q->mb.pivot, times(away, direction(r)));
    q->mb.spin = times(1 / away, q->mb.spin);
    if (k % 4 == 0)
        q->ma.pivot = plus(q->ma.pivot, times(2, direction(r)));
}

// The axis of spin through the body, along its longest side.
static void spindle(inputs_random *r, struct query *q, int k) {
    (void)r;
    q->ma.pivot = q->ma.pose.position;
    q->mb.pivot = q->mb.pose.position;
    q->ma.spin = times(k % 2 ? 1.0f : 3.0f, q->ma.pose.axis[k % 3]);
    if (q->a.kind == COLLIDE_SHAPE_OBB) {
        q->a.of.obb.center = origin;
        memcpy(q->a.of.obb.axis, inputs_pose(r, origin).axis, sizeof q->a.of.obb.axis);
        memset(q->a.of.obb.axis, 0, sizeof q->a.of.obb.axis);
        q->a.of.obb.axis[0].x = q->a.of.obb.axis[1].y = q->a.of.obb.axis[2].z = 1;
    }
}

// Boxes that are flat, or segments, or points; capsules and spheres without radius; flat cylinders.
static void flat(inputs_random *r, struct query *q, int k) {
    collide_shape *s[2] = {&q->a, &q->b};
    (void)r;
    for (int i = 0; i < 2; ++i, k /= 8) {
        if (s[i]->kind == COLLIDE_SHAPE_OBB) {
            s[i]->of.obb.half.x *= k & 1 ? 0.0f : 1.0f;
            s[i]->of.obb.half.y *= k & 2 ? 0.0f : 1.0f;
            s[i]->of.obb.half.z *= k & 4 ? 0.0f : 1.0f;
        } else if (s[i]->kind == COLLIDE_SHAPE_SPHERE) {
            s[i]->of.sphere.radius *= k & 1 ? 0.0f : 1.0f;
        } else if (s[i]->kind == COLLIDE_SHAPE_CAPSULE) {
            s[i]->of.capsule.radius *= k & 1 ? 0.0f : 1.0f;
            if (k & 2)
                s[i]->of.capsule.a = s[i]->of.capsule.b;
        } else if (s[i]->kind == COLLIDE_SHAPE_CYLINDER) {
            s[i]->of.cylinder.height *= k & 1 ? 0.0f : 1.0f;
            s[i]->of.cylinder.radius *= k & 2 ? 0.0f : 1.0f;
        } else if (s[i]->kind == COLLIDE_SHAPE_TRIANGLE && k & 1) {
            s[i]->of.triangle.v[0] = s[i]->of.triangle.v[k & 2 ? 1 : 2];
        } else if (s[i]->kind == COLLIDE_SHAPE_TETRAHEDRON && k & 1) {
            s[i]->of.tetrahedron.v[0] = s[i]->of.tetrahedron.v[1];
        }
    }
}

// Boxes that turn about parallel axes like gears, and whose teeth are their corners.
static void gears(inputs_random *r, struct query *q, int k) {
    collide_obb a = {{0, 0, 0}, {1, 0.5f, 0.25f}, {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}};
    const float rate = inputs_uniform(r, 0.5f, 8);
    const int kind = k % 4;
    a.half.y = inputs_uniform(r, 0.25f, 0.75f);
    q->a = q->b = collide_shape_from_obb(&a);
    q->ma = q->mb = collide_motion_at_rest();
    q->ma.pose = collide_pose_from_quaternion(0, 0, inputs_uniform(r, -1, 1), 1, origin);
    q->mb.pose = collide_pose_from_quaternion(0, 0, inputs_uniform(r, -1, 1), 1,
                                              (collide_vec3){inputs_uniform(r, 1.5f, 2.25f), 0, 0});
    q->mb.pivot = q->mb.pose.position;
    q->ma.spin.z = rate;
    q->mb.spin.z = kind == 0 ? -rate : kind == 1 ? rate : kind == 2 ? 0 : -2 * rate;
    if (k % 8 > 3)
        q->mb.spin.x = 0x1p-10f;
}

// Starts as overlapping, or nearly.
static void deep(inputs_random *r, struct query *q, int k) {
    q->mb.pose.position = times(inputs_uniform(r, 0, k % 2 ? 0.5f : 1.5f), q->mb.pose.position);
    q->mb.pivot = q->mb.pose.position;
}

// So slow, or within so short a time, that nothing turns by more than 2^-8 or so; nearly touching.
static void slowly(inputs_random *r, struct query *q, int k) {
    const float less = 1 / (float)(256 << k % 12);
    const collide_vec3 to = q->mb.pose.position;
    collide_distance d;
    const collide_shape a = collide_shape_under_pose(&q->a, &q->ma.pose);
    const collide_shape b = collide_shape_under_pose(&q->b, &q->mb.pose);
    (void)r;
    if (collide_shape_shape_distance(&a, &b, INFINITY, &d) && d.lo > 0) {
        q->mb.pose.position = plus(to, times(d.lo * (1 - less), d.normal));
        q->mb.pivot = q->mb.pose.position;
    }
    q->t_max = 2 * less;
}

static void fast(inputs_random *r, struct query *q, int k) {
    const float s = (float)(1 << (6 + k % 18)); // up to 2^24 radians
    (void)r;
    q->ma.spin = times(s, q->ma.spin);
    if (k % 3)
        q->mb.spin = times(s, q->mb.spin);
    if (k % 5 == 0)
        q->mb.velocity = origin;
}

// A cylinder that meets any kind.
static void cylinders(inputs_random *r, struct query *q, int k) {
    (void)k;
    q->a = shape_of(r, COLLIDE_SHAPE_CYLINDER);
}

static void endless(inputs_random *r, struct query *q, int k) {
    (void)r;
    q->t_max = k % 2 ? INFINITY : FLT_MAX;
    if (k % 3 == 0)
        q->ma.spin = q->mb.spin = origin;
    if (k % 3 == 1)
        q->mb.velocity = times(-1, q->mb.velocity);
}

static void instant(inputs_random *r, struct query *q, int k) {
    deep(r, q, k);
    q->t_max = k % 3 ? 0 : 0x1p-149f;
}

// Before they come within a margin, or are it at the start.
static void margins(inputs_random *r, struct query *q, int k) {
    q->margin = k % 5 == 0 ? 0x1p-20f : inputs_uniform(r, 0, k % 5 == 1 ? 2 : 0.25f);
    if (k % 7 == 0)
        q->ma.spin = q->mb.spin = origin;
    if (k % 11 == 0)
        scale(r, q, k / 11);
}

static void plane_at_rest(inputs_random *r, struct query *q, int k) {
    (void)r;
    (void)k;
    q->mb.spin = q->mb.velocity = origin;
    q->ma.velocity = times(-2, q->b.of.plane.normal);
}

static void exchanged_plane(inputs_random *r, struct query *q, int k) {
    const struct query p = *q;
    (void)r;
    (void)k;
    q->a = p.b;
    q->ma = p.mb;
    q->b = p.a;
    q->mb = p.ma;
}

static void test_classes(void **state) {
    static const struct class_of_motions list[] = {
        {"steps", NULL, 1.5f, 12000, 3000, false, false},
        {"small turns", NULL, 0.0625f, 4000, 3000, false, false},
        {"turns", NULL, 12, 4000, 3000, false, false},
        {"many turns", NULL, 62, 1500, 3000, false, false},
        {"cylinders that turn", cylinders, 62, 1500, 3000, false, false},
        {"scales", scale, 1.5f, 3000, 3000, false, false},
        {"unlike sizes", unlike, 1.5f, 4000, 3000, false, true},
        {"far from the origin", elsewhere, 1.5f, 3000, 3000, false, true},
        {"pivots away", swing, 3, 4000, 3000, false, true},
        {"axes through bodies", spindle, 3, 3000, 3000, false, true},
        {"without extents", flat, 1.5f, 4000, 3000, false, true},
        {"gears", gears, 1, 1500, 3000, false, true},
        {"overlapping", deep, 1.5f, 4000, 3000, false, true},
        {"slowly", slowly, 1.5f, 4000, 3000, false, true},
        {"fast spins", fast, 1, 400, 3000, false, true},
        {"without end", endless, 1.5f, 900, 3000, false, true},
        {"instants", instant, 1.5f, 900, 3000, false, true},
        {"margins", margins, 1.5f, 6000, 3000, false, true},
        {"margins of planes", margins, 1.5f, 1500, 3000, true, true},
        {"planes", NULL, 1.5f, 3000, 3000, true, true},
        {"planes at rest", plane_at_rest, 6, 2000, 3000, true, true},
        {"planes first", exchanged_plane, 3, 1000, 3000, true, true},
    };
    (void)state;
    for (size_t i = 0; i < sizeof list / sizeof *list; ++i)
        run(&list[i], 11 + i);
}

// ---- motions made for their difficulty -------------------------------------------------------

// A motion that grazes: b is moved aside until contact just begins, or just ends. First by its
// position, then by the middle of its shape, which is near 0 and so can move by far less than a
// float of the position.
static void graze(inputs_random *r, struct query *q) {
    const collide_vec3 way = direction(r), from = q->mb.pose.position;
    const collide_vec3 aside = inputs_pose(r, origin).axis[1];
    float hit = 0, miss = 4;
    collide_bracket got;
    for (int i = 0; i < 30; ++i) {
        const float middle = 0.5f * hit + 0.5f * miss;
        q->mb.pose.position = plus(from, times(middle, way));
        *(ask(q, &got) ? &hit : &miss) = middle;
    }
    q->mb.pose.position = plus(from, times(hit, way));
    collide_vec3 *const center = q->b.kind == COLLIDE_SHAPE_OBB        ? &q->b.of.obb.center
                                 : q->b.kind == COLLIDE_SHAPE_SPHERE   ? &q->b.of.sphere.center
                                 : q->b.kind == COLLIDE_SHAPE_CYLINDER ? &q->b.of.cylinder.center
                                                                       : NULL;
    if (!center)
        return;
    float yes = -0x1p-20f, no = 0x1p-20f;
    for (int i = 0; i < 40; ++i) {
        const float middle = 0.5f * yes + 0.5f * no;
        *center = times(middle, aside);
        *(ask(q, &got) ? &yes : &no) = middle;
    }
    *center = times(inputs_next(r) >> 40 & 1 ? yes : no, aside);
}

static void test_grazing(void **state) {
    inputs_random r = inputs_seed(41);
    const int n = cases(1500);
    struct tally t = tally_of("grazing", n);
    float half, most;
    (void)state;
    for (int k = 0; k < n; ++k) {
        uint32_t a, b;
        collide_bracket got;
        kinds_of(k, false, &a, &b);
        struct query q = meeting(&r, a, b, k % 2 ? 1.5f : 6);
        if (q.b.kind == COLLIDE_SHAPE_OBB)
            q.b.of.obb.center = origin;
        if (!ask(&q, &got))
            continue;
        graze(&r, &q);
        if (k % 5 == 4)
            q.tolerance = 1e-9f;
        const bool result = ask(&q, &got);
        check(&q, &got, result, &t, 20000);
    }
    say(&t, &half, &most);
    free(t.width);
}

// Both turn alike, and so stay as they are: at rest, apart by a gap, or in contact. Returns the
// gap.
static float hover(struct query *q, int k) {
    static const float gaps[6] = {0x1p-4f, 0x1p-8f, 0x1p-13f, 0x1p-17f, 0x1p-20f, 0};
    const float gap = gaps[k % 6];
    for (int i = 0; i < 2; ++i) {
        collide_obb *const b = i ? &q->b.of.obb : &q->a.of.obb;
        memset(b->axis, 0, sizeof b->axis);
        b->axis[0].x = b->axis[1].y = b->axis[2].z = 1;
        b->center = origin;
        b->half.x = b->half.y = 0.5f;
        b->half.z = 0.25f;
    }
    q->b.of.obb.center.z = 0.5f + gap;
    q->b.of.obb.center.x = k / 6 % 3 == 0 ? 0.5f : 0;
    if (k / 18 % 2) {
        const collide_cylinder c = {{0, 0, 0.5f + gap}, {0, 0, 1}, 0.5f, 0.5f};
        q->b = collide_shape_from_cylinder(&c);
    }
    q->mb = q->ma;
    if (k / 36 % 2) { // alike but for a float
        q->mb.spin.x += 0x1p-22f;
        q->mb.velocity.y -= 0x1p-22f;
    }
    return gap;
}

static void test_hovering(void **state) {
    inputs_random r = inputs_seed(43);
    const int n = cases(600);
    struct tally t = tally_of("hovering", n);
    float half, most;
    (void)state;
    for (int k = 0; k < n; ++k) {
        struct query q = meeting(&r, COLLIDE_SHAPE_OBB, COLLIDE_SHAPE_OBB, 3);
        collide_bracket got;
        const float gap = hover(&q, k);
        const bool result = ask(&q, &got);
        REQUIRE(k / 36 % 2 || gap <= 0x1p-20f || got.verdict != COLLIDE_HIT,
                "hovering: a hit at a gap of %g", (double)gap);
        check(&q, &got, result, &t, 500);
    }
    say(&t, &half, &most);
    free(t.width);
}

// Bodies that do not turn, or so little that nothing comes of it.
static void test_translation(void **state) {
    inputs_random r = inputs_seed(47);
    (void)state;
    for (int k = 0; k < cases(6000); ++k) {
        uint32_t a, b;
        collide_bracket got, sweep;
        kinds_of(k, k % 7 == 0, &a, &b);
        struct query q = meeting(&r, a, b, 0);
        q.ma.pose = q.mb.pose = collide_motion_at_rest().pose;
        q.ma.pivot = q.mb.pivot = origin;
        q.mb.velocity = times(0.5f, q.mb.velocity);
        const bool hit =
            collide_shape_shape_sweep(&q.a, q.ma.velocity, &q.b, q.mb.velocity, 1, &sweep);
        for (int i = 0; i < 3; ++i) {
            q.ma.spin = q.mb.spin = origin;
            if (i > 0)
                q.ma.spin.y = i == 1 ? 0x1p-149f : 0x1p-60f;
            const bool result = ask(&q, &got);
            REQUIRE(result == hit || sweep.verdict == COLLIDE_NEAR || got.verdict == COLLIDE_NEAR,
                    "translation %d: kinds %u, %u: %u, not %u", i, a, b, (unsigned)got.verdict,
                    (unsigned)sweep.verdict);
            if (result && hit && !(got.t_lo <= sweep.t_hi && sweep.t_lo <= got.t_hi))
                print_query(&q, &got);
            REQUIRE(!result || !hit || (got.t_lo <= sweep.t_hi && sweep.t_lo <= got.t_hi),
                    "translation: [%.9g, %.9g], a sweep [%.9g, %.9g]", (double)got.t_lo,
                    (double)got.t_hi, (double)sweep.t_lo, (double)sweep.t_hi);
        }
    }
}

// ---- the parts of a search -------------------------------------------------------------------

static vector vector_of_doubles(collide__dvec3 p) {
    return (vector){{(long double)p.x, (long double)p.y, (long double)p.z}};
}

// The gap along a vector of any length at the time t.
static long double exact_gap(struct pair *p, vector k, long double t) {
    const long double l = length(k);
    return l > 0 ? l * gap_along(p, scaled(1 / l, k), t) : 0;
}

static bool begin(collide__motion_state *s, const struct query *q) {
    const bool swapped = collide__motions_swapped(&q->a, &q->ma, &q->b, &q->mb);
    const bool good = collide__moving_begin(&s->body[swapped], &q->a, &q->ma) &&
                      collide__moving_begin(&s->body[!swapped], &q->b, &q->mb);
    collide__moving_widen(&s->body[0], q->margin);
    return good;
}

// Certificates are below the gap that they bound, at any time, however they were chosen; bounds of
// distances hold.
static void test_certificates(void **state) {
    static collide__motion_state s;
    inputs_random r = inputs_seed(53);
    long double tight = 1e4000L;
    int overlaps = 0, looks = 0;
    (void)state;
    for (int k = 0; k < cases(9000); ++k) {
        uint32_t a, b;
        struct pair p;
        collide__motion_probe at;
        kinds_of(k, k % 11 == 0, &a, &b);
        struct query q = meeting(&r, a, b, 6);
        if (k % 4 == 1)
            flat(&r, &q, k / 4);
        if (k % 4 == 2 && a == COLLIDE_SHAPE_OBB && b == COLLIDE_SHAPE_OBB) { // nearly parallel
            memcpy(q.b.of.obb.axis, q.a.of.obb.axis, sizeof q.a.of.obb.axis);
            for (int i = 0; i < 3; ++i)
                q.b.of.obb.axis[i] = plus(q.b.of.obb.axis[i], inputs_vec3(&r, -0x1p-22f, 0x1p-22f));
            memcpy(q.mb.pose.axis, q.ma.pose.axis, sizeof q.ma.pose.axis);
            q.mb.spin = q.ma.spin;
            if (k % 3 == 0)
                q.mb.spin.x += 0x1p-8f;
        }
        if (k % 8 == 3)
            scale(&r, &q, k / 8);
        if (k % 8 == 5)
            margins(&r, &q, 2);
        if (collide__motions_swapped(&q.a, &q.ma, &q.b, &q.mb))
            exchanged_plane(&r, &q, 0);
        pair_of(&p, &q);
        if (!begin(&s, &q))
            fail_msg("a body that does not pass");
        collide__motion_begin(&s, 1, 0);
        const double t = (double)inputs_uniform(&r, 0, 1);
        collide__motion_look(&s, &at, t, NULL, 0);
        const struct apart d = look(&p, (long double)t);
        const long double rough = blur(&p, (long double)t);
        ++looks;
        REQUIRE((long double)at.lo <= d.hi + rough, "kinds %u, %u: lo %.17g, not %.17Lg", a, b,
                at.lo, d.hi);
        if (!(p.b.plane || (long double)at.hi >= d.lo - rough || at.hi <= 0)) {
            collide_bracket none;
            memset(&none, 0, sizeof none);
            print_message("t %a lo %.9g hi %.9g exact %.9Lg %.9Lg\n", t, at.lo, at.hi, d.lo, d.hi);
            print_query(&q, &none);
        }
        REQUIRE(p.b.plane || (long double)at.hi >= d.lo - rough || at.hi <= 0,
                "kinds %u, %u: hi %.17g, not %.17Lg", a, b, at.hi, d.lo);
        if (at.hi <= 0) {
            ++overlaps;
            REQUIRE(d.hi <= rough, "kinds %u, %u: %.3Lg apart, said to overlap by %g", a, b, d.hi,
                    at.hi);
        }
        if (!(at.lo > 0))
            continue;
        const collide__motion_bound bound = collide__motion_bound_of(&s, &at);
        const vector n = vector_of_doubles(at.n), m = vector_of_doubles(bound.m);
        for (int i = 0; i < 16; ++i) {
            const double sign = i & 1 ? -1 : 1;
            const double rest = i & 1 ? t : 1 - t;
            double tau = rest * (double)inputs_uniform(&r, 0, 1) / (double)(1 << i % 8 * 2);
            const double left = collide__motion_left(&s, &at, &bound, sign, tau);
            const long double then = (long double)t + (long double)(sign * tau);
            const long double exact = exact_gap(&p, along(n, (long double)(sign * tau), m), then);
            REQUIRE((long double)left <= exact + rough,
                    "kinds %u, %u: a certificate of %.17g, %.17Lg apart", a, b, left, exact);
            if (i > 11) // how little is lost within the shortest times
                tight = fminl(tight, (long double)left - exact);
            if (i < 2) {
                tau = collide__motion_free(&s, &at, sign, rest).free;
                for (int j = 1; j <= 4; ++j) {
                    const long double x =
                        (long double)t + (long double)(sign * tau) * (j < 4 ? j * 0.25L : 1);
                    const struct apart e = look(&p, x);
                    REQUIRE(e.hi > -blur(&p, x) && (e.lo > 0 || e.hi - e.lo > 0x1p-50L * p.size),
                            "kinds %u, %u: contact in a time that is said to be free", a, b);
                }
            }
        }
    }
    print_message("# certificates: %d looks, %d overlaps\n", looks, overlaps);
}

// The pair of a search in lanes, one lane wide, of shapes in its order; false if it takes none.
static bool lane_of(collide__boxes_pair_scalar *s, const struct query *q, int form,
                    collide__hulls_lanes_scalar *hulls) {
    collide__boxes_job job;
    collide__boxes_block block;
    const collide_convex *body = NULL;
    float rows[2][16];
    unsigned miss;
    memset(&job, 0, sizeof job);
    job.t_max = 1;
    block.box[0] = (const float *)(const void *)&q->a.of;
    block.box[1] = (const float *)(const void *)&q->b.of;
    memset(hulls, 0, sizeof *hulls);
    for (int i = 0; i < 2 && form != COLLIDE__FORM_BOXES; ++i) {
        block.box[i] =
            collide__motion_hulls_rows(i ? q->b.kind : q->a.kind, block.box[i], rows[i], &body);
        hulls->body[i][0] = body;
    }
    hulls->live = 1;
    hulls->both = block.both = q->a.kind == COLLIDE_SHAPE_CONVEX;
    block.motion[0] = (const float *)(const void *)&q->ma;
    block.motion[1] = (const float *)(const void *)&q->mb;
    block.step = block.n = 1;
    block.tag[0] = 0;
    const unsigned lanes = collide__boxes_pairs_scalar(&job, &block, 0, s, form, &miss);
    return lanes | miss;
}

// A round body, and a round one or a box.
static void round_kinds(int k, uint32_t *a, uint32_t *b) {
    static const uint32_t list[6] = {COLLIDE_SHAPE_CAPSULE, COLLIDE_SHAPE_SPHERE,
                                     COLLIDE_SHAPE_OBB,     COLLIDE_SHAPE_SEGMENT,
                                     COLLIDE_SHAPE_AABB,    COLLIDE_SHAPE_POINT};
    do {
        *a = list[k % 2];
        *b = list[k / 2 % 6];
        ++k;
    } while (!collide__motion_rounds_take(*a, *b));
}

// A convex body, and another, a round body or a box.
static void hull_kinds(int k, uint32_t *a, uint32_t *b) {
    static const uint32_t list[8] = {
        COLLIDE_SHAPE_CONVEX,  COLLIDE_SHAPE_OBB,  COLLIDE_SHAPE_CONVEX, COLLIDE_SHAPE_CAPSULE,
        COLLIDE_SHAPE_SEGMENT, COLLIDE_SHAPE_AABB, COLLIDE_SHAPE_SPHERE, COLLIDE_SHAPE_POINT};
    *a = list[k % 8];
    *b = COLLIDE_SHAPE_CONVEX;
}

// Sides that are parallel or nearly so, bodies that pass fast, and those of other tests.
static struct query lane_query(inputs_random *r, int k, int form) {
    uint32_t a = COLLIDE_SHAPE_OBB, b = COLLIDE_SHAPE_OBB;
    if (form == COLLIDE__FORM_ROUNDS)
        round_kinds(k, &a, &b);
    if (form == COLLIDE__FORM_HULLS)
        hull_kinds(k, &a, &b);
    struct query q = meeting(r, a, b, 6);
    if (k % 4 == 1)
        flat(r, &q, k / 4);
    if (k % 8 == 2 && a == COLLIDE_SHAPE_CAPSULE) { // along an edge of b or nearly so
        const collide_vec3 at = q.a.of.capsule.a;
        const float off = k % 3 ? 0x1p-22f : 0x1p-9f;
        q.ma.pose = q.mb.pose;
        q.ma.pose.position = origin;
        q.ma.spin = q.mb.spin;
        const collide_vec3 x = {1, 0, 0};
        const collide_vec3 way = b == COLLIDE_SHAPE_OBB ? q.b.of.obb.axis[k / 8 % 3]
                                 : b == COLLIDE_SHAPE_CAPSULE
                                     ? plus(q.b.of.capsule.b, times(-1, q.b.of.capsule.a))
                                     : x;
        q.a.of.capsule.b = plus(plus(at, way), k / 24 % 2 ? inputs_vec3(r, -off, off) : origin);
    }
    if (k % 8 == 3 && form != COLLIDE__FORM_HULLS)
        scale(r, &q, k / 8);
    if (k % 16 == 4)
        q.mb.velocity = times(k % 32 == 4 ? 0x1p12f : 0x1p24f, direction(r));
    if (k % 16 == 12 && form != COLLIDE__FORM_HULLS)
        unlike(r, &q, k);
    if (collide__motions_swapped(&q.a, &q.ma, &q.b, &q.mb))
        exchanged_plane(r, &q, 0);
    return q;
}

// One look of the search in lanes, and certificates of random times from it.
static void check_lane(const struct query *q, struct pair *p, collide__boxes_pair_scalar *s,
                       double t, int form, collide__hulls_lanes_scalar *hulls, inputs_random *r,
                       int *overlaps) {
    const collide_bracket none = {0}, *const got = &none;
    collide__boxes_look_scalar at;
    memset(&at, 0, sizeof at);
    s->t = t;
    if (form == COLLIDE__FORM_ROUNDS)
        collide__rounds_look_at_scalar(s, &at);
    else if (form == COLLIDE__FORM_HULLS)
        collide__hulls_look_at_scalar(s, hulls, &at);
    else
        collide__boxes_look_at_scalar(s, &at);
    const struct apart d = look(p, (long double)t);
    const long double rough = blur(p, (long double)t);
    const double lo = at.gap - at.slack;
    HOLDS((long double)lo <= d.hi + rough, "lo %.17g, not %.17Lg", lo, d.hi);
    HOLDS(!at.overlap || d.hi <= rough, "%.3Lg apart, said to overlap", d.hi);
    HOLDS(form == COLLIDE__FORM_BOXES || (long double)at.over >= d.lo - rough || at.overlap,
          "hi %.17g, not %.17Lg", at.over, d.lo);
    *overlaps += at.overlap;
    if (!(lo > 0))
        return;
    const collide__boxes_bound_scalar bound = collide__boxes_bound_of_scalar(s, &at, form);
    const vector n = {{(long double)at.n.x, (long double)at.n.y, (long double)at.n.z}};
    const vector m = {{(long double)bound.m.x, (long double)bound.m.y, (long double)bound.m.z}};
    for (int i = 0; i < 16; ++i) {
        const double sign = i & 1 ? -1 : 1, rest = i & 1 ? t : 1 - t;
        double tau = rest * (double)inputs_uniform(r, 0, 1) / (double)(1 << i % 8 * 2);
        const double left = collide__boxes_left_at_scalar(s, &at, &bound, sign * tau, tau, form);
        const long double then = (long double)t + (long double)(sign * tau);
        const long double exact = exact_gap(p, along(n, (long double)(sign * tau), m), then);
        HOLDS((long double)left <= exact, "a certificate of %.17g, %.17Lg apart, after %g", left,
              exact, sign * tau);
        if (i >= 2 || !(rest > 0))
            continue;
        const collide__boxes_step_scalar step =
            collide__boxes_free_scalar(s, &at, lo, sign, rest, form);
        for (int j = 1; j <= 4; ++j) {
            const long double x =
                (long double)t + (long double)(sign * step.free) * (j < 4 ? j * 0.25L : 1);
            const struct apart e = look(p, x);
            HOLDS(e.hi > -blur(p, x) && (e.lo > 0 || e.hi - e.lo > 0x1p-50L * p->size),
                  "contact in a time that is said to be free");
        }
    }
}

static void test_lanes(void **state) {
    inputs_random r = inputs_seed(57);
    int overlaps = 0, looks = 0, hulls = 0, inside = 0;
    (void)state;
    for (int k = 0; k < cases(16000); ++k) {
        static const int forms[5] = {COLLIDE__FORM_BOXES, COLLIDE__FORM_ROUNDS,
                                     COLLIDE__FORM_ROUNDS, COLLIDE__FORM_ROUNDS,
                                     COLLIDE__FORM_HULLS};
        const int form = forms[k % 5];
        collide__boxes_pair_scalar s;
        collide__hulls_lanes_scalar lanes;
        struct pair p;
        const struct query q =
            lane_query(&r, form == COLLIDE__FORM_HULLS ? k / 5 : k / 5 * 3 + k % 5, form);
        pair_of(&p, &q);
        if (!lane_of(&s, &q, form, &lanes))
            continue;
        int *const of = form == COLLIDE__FORM_HULLS ? &inside : &overlaps;
        *(form == COLLIDE__FORM_HULLS ? &hulls : &looks) += 1;
        check_lane(&q, &p, &s, (double)inputs_uniform(&r, 0, 1), form, &lanes, &r, of);
        if (form == COLLIDE__FORM_HULLS) // with the points that the first look knows
            check_lane(&q, &p, &s, (double)inputs_uniform(&r, 0, 1), form, &lanes, &r, of);
    }
    print_message("# lanes: %d looks, %d overlaps; of hulls %d, %d\n", looks, overlaps, hulls,
                  inside);
    assert_true(looks > cases(12000) / 2 && overlaps > looks / 50);
    assert_true(hulls > cases(3000) / 2 && inside > hulls / 50);
}

// A ball about 0 within a tetrahedron, for which hulls are said to overlap: only where it is, also
// where 0 is beside a face by no more than roundings, and in tetrahedra that are flat.
static void test_tetrahedra(void **state) {
    inputs_random r = inputs_seed(91);
    int deep = 0, kept = 0;
    (void)state;
    for (int k = 0; k < cases(40000); ++k) {
        const double near = k % 3 == 0 ? 0.25 : (k % 2 ? -1 : 1) / (double)(1ull << k % 53);
        const double thin = k % 5 ? 1 : 1 / (double)(1ull << k % 41);
        const double slack = k % 7 == 0 ? 0 : 1 / (double)(1ull << k % 31 % 7 * 8);
        double weight[4] = {near, 0, 0, 0};
        collide__d3_scalar w[4], middle = {0, 0, 0};
        vector p[4];
        double rest = 1 - near;
        for (int i = 1; i < 4; ++i) {
            weight[i] = i < 3 ? rest * (double)inputs_uniform(&r, 0, 1) : rest;
            rest -= weight[i];
        }
        for (int i = 0; i < 4; ++i) {
            const collide_vec3 v = inputs_vec3(&r, -1, 1);
            w[i] = (collide__d3_scalar){(double)v.x, (double)v.y, thin * (double)v.z};
            middle =
                (collide__d3_scalar){middle.x + weight[i] * w[i].x, middle.y + weight[i] * w[i].y,
                                     middle.z + weight[i] * w[i].z};
        }
        for (int i = 0; i < 4; ++i) {
            w[i] = (collide__d3_scalar){w[i].x - middle.x, w[i].y - middle.y, w[i].z - middle.z};
            p[i] = (vector){{(long double)w[i].x, (long double)w[i].y, (long double)w[i].z}};
        }
        // How far 0 lies within the nearest face, or beyond it.
        long double least = 4;
        for (int i = 0; i < 4; ++i) {
            const vector o = p[(i + 1) % 4];
            const vector n = cross(along(p[(i + 2) % 4], -1, o), along(p[(i + 3) % 4], -1, o));
            const long double side = dot(along(p[i], -1, o), n) < 0 ? -1 : 1;
            least = fminl(least, -side * dot(o, n) / length(n));
        }
        const bool got = collide__hulls_deep_scalar(w, slack);
        if (got && !(least > (long double)slack))
            fail_msg("a ball of %g, but %.3Lg within", slack, least);
        if (!got && thin == 1 && least > 0x1p-20L && least > 2 * (long double)slack)
            fail_msg("a ball of %g, not seen %.3Lg within", slack, least);
        deep += got;
        kept += !got;
    }
    assert_true(deep > cases(40000) / 8 && kept > cases(40000) / 8);
}

// ---- proofs in fixed point -------------------------------------------------------------------

// The shapes of a query in the order of the search.
static bool proof_of(struct fixed_pair *f, struct pair *p, collide__motion_state *s,
                     const struct query *q) {
    const bool swapped = collide__motions_swapped(&q->a, &q->ma, &q->b, &q->mb);
    const struct query r = {swapped ? q->b : q->a,
                            swapped ? q->a : q->b,
                            swapped ? q->mb : q->ma,
                            swapped ? q->ma : q->mb,
                            q->t_max,
                            q->tolerance,
                            q->margin};
    if (!begin(s, q))
        return false;
    collide__motion_begin(s, (double)q->t_max, q->tolerance);
    pair_of(p, &r);
    fixed_body_of(&f->a, &p->a, &r.a, &r.ma);
    fixed_body_of(&f->b, &p->b, &r.b, &r.mb);
    f->a.radius = fixed_add(f->a.radius, fixed_of((long double)q->margin));
    f->rough = p;
    f->apart = fixed3_along(f->b.pivot, fixed_of(-1), f->a.pivot);
    f->w = fixed3_along(f->b.velocity, fixed_of(-1), f->a.velocity);
    return true;
}

// How long there is no contact after t, at most for rest, by n, m and tau, which promise nothing.
// gap is that along n.
static long double prove_step(struct fixed_pair *f, long double t, const vector *n, const vector *m,
                              long double gap, long double tau) {
    const long double left = fixed_left(f, t, n, m, tau);
    return left >= 0 ? tau : tau * gap / (gap - left) * (1 - 0x1p-40L);
}

// The same by the search for round bodies.
static long double prove_round(struct fixed_pair *f, collide__boxes_pair_scalar *lane, double t,
                               double rest) {
    collide__boxes_look_scalar at;
    const vector zero = {{0, 0, 0}};
    lane->t = t;
    collide__rounds_look_at_scalar(lane, &at);
    const vector n = {{(long double)at.n.x, (long double)at.n.y, (long double)at.n.z}};
    const collide__d3_scalar turn = collide__rounds_follow_scalar(lane, &at);
    const vector m = {{(long double)turn.x, (long double)turn.y, (long double)turn.z}};
    const long double gap = fixed_left(f, (long double)t, &n, &zero, 0);
    const double lo = at.gap - at.slack;
    if (!(gap > 0 && lo > 0))
        return 0;
    const double tau =
        collide__boxes_free_scalar(lane, &at, lo, 1, rest, COLLIDE__FORM_ROUNDS).free;
    return prove_step(f, (long double)t, &n, &m, gap, (long double)tau);
}

// Whether the solids that the bodies sweep over as they turn stay apart along n for the time free:
// they move straight, so that the ends of this time do. Far above the roundings of long double.
static bool solids_apart(const struct pair *p, vector n, long double t, long double free) {
    long double reach = p->a.radius + p->b.radius;
    for (int i = 0; i < 2; ++i) {
        struct body now;
        const struct body *own = i ? &p->b : &p->a;
        const vector to = scaled(i ? 1 : -1, n);
        turn_body(own, t, &now);
        const vector up = scaled(dot(to, own->axis) < 0 ? -1 : 1, own->axis);
        reach += own->rate > 0 ? dot(to, up) * dot(farthest(&now, up), up) +
                                     length(cross(to, own->axis)) * own->rho
                               : dot(farthest(&now, to), to);
    }
    const long double before = -dot(n, along(p->apart, t, p->w)) - reach;
    const long double after = -dot(n, along(p->apart, t + free, p->w)) - reach;
    const long double rough = 0x1p-50L * (p->size + p->speed * (t + free));
    return before > rough && after > rough;
}

// Proves from later probes, backwards, that there is no contact after t until the time it returns.
// Where bodies graze, nothing reaches far from an earlier one.
static double prove_back(struct fixed_pair *f, collide__motion_state *s, double t, double step,
                         double end) {
    for (int i = 0; i < 24; ++i, step *= 4) {
        collide__motion_probe at;
        const double later = t + step < end ? t + step : end;
        collide__motion_look(s, &at, later, NULL, 0);
        if (later > t && at.lo > 0) {
            const collide__motion_bound bound = collide__motion_bound_of(s, &at);
            const vector n = vector_of_doubles(at.n), m = vector_of_doubles(bound.m);
            const vector zero = {{0, 0, 0}};
            fixed_pair_at(f, (long double)later);
            const long double tau = (long double)t - (long double)later;
            if (fixed_left(f, (long double)later, &n, &zero, 0) > 0 &&
                fixed_left(f, (long double)later, &n, &m, tau) >= 0)
                return later;
        }
        if (!(later < end))
            break;
    }
    return t;
}

// Proves that there is no contact until the time it returns, at most until end: by the normals and
// times of the library, which promise nothing, and certificates in fixed point. Where bodies are
// so near that normals of doubles are too rough, by those of long doubles. lane may be NULL.
static double prove(struct fixed_pair *f, struct pair *p, collide__motion_state *s,
                    collide__boxes_pair_scalar *lane, double end) {
    double t = 0;
    for (int i = 0; i < 3000 && t < end; ++i) {
        collide__motion_probe at;
        const double rest = end - t;
        long double free = 0;
        collide__motion_look(s, &at, t, NULL, 0);
        fixed_pair_at(f, (long double)t);
        const vector n = vector_of_doubles(at.n), zero = {{0, 0, 0}};
        const long double gap = fixed_left(f, (long double)t, &n, &zero, 0);
        if (gap > 0 && at.lo > 0) {
            const collide__motion_bound bound = collide__motion_bound_of(s, &at);
            const vector m = vector_of_doubles(bound.m);
            const long double tau = (long double)collide__motion_free(s, &at, 1, rest).free;
            free = prove_step(f, (long double)t, &n, &m, gap, tau);
            if (free < tau && !p->b.plane && solids_apart(p, n, (long double)t, tau))
                free = tau;
        }
        if (lane && free < (long double)rest) {
            const long double round = prove_round(f, lane, t, rest);
            free = round > free ? round : free;
        }
        if (gap > 0 && !p->b.plane) {
            const long double speed = closing(p, n, 0, 0) + 0x1p-40L * p->speed;
            const long double slow = speed > 0 ? gap / speed * (1 - 0x1p-40L) : (long double)rest;
            free = slow > free ? slow : free;
        }
        if (!(gap > 0x1p-20L * p->size) && !p->b.plane) {
            const struct apart d = look(p, (long double)t);
            const long double near = fixed_left(f, (long double)t, &d.n, &zero, 0);
            const long double straight =
                near > 0 ? prove_step(f, (long double)t, &d.n, &zero, near, (long double)rest) : 0;
            free = straight > free ? straight : free;
        }
        if (free >= (long double)rest)
            return end;
        const long double next = (long double)t + free * (1 - 0x1p-40L);
        const double before = t;
        t = (double)next;
        t = (long double)t > next ? nextafter(t, -1) : t;
        if (!(gap > 0x1p-20L * p->size)) {
            const double least = 0x1p-44 * (end + 1), step = t - before;
            t = prove_back(f, s, t, 4 * (step > least ? step : least), end);
        }
        if (!(t > before))
            return before;
    }
    return t;
}

struct proofs {
    int unproven;
    double shortest;
};

static void check_proof(const struct query *q, const collide_bracket *got, struct tally *t,
                        struct proofs *proofs) {
    static struct fixed_pair f;
    static struct pair p;
    static collide__motion_state s;
    const bool miss = got->verdict == COLLIDE_MISS;
    const double end = (double)(miss ? q->t_max : got->t_lo);
    HOLDS(got->verdict <= COLLIDE_NEAR && proof_of(&f, &p, &s, q), "%s: a verdict", t->name);
    struct query ordered = *q;
    collide__boxes_pair_scalar lane;
    if (collide__motions_swapped(&q->a, &q->ma, &q->b, &q->mb))
        exchanged_plane(NULL, &ordered, 0);
    const bool round = collide__motion_rounds_take(q->a.kind, q->b.kind);
    collide__hulls_lanes_scalar hulls;
    const bool found = round && lane_of(&lane, &ordered, COLLIDE__FORM_ROUNDS, &hulls);
    const double free = prove(&f, &p, &s, found ? &lane : NULL, end);
    if (free < end) {
        const struct apart d = look(&p, (long double)free);
        HOLDS(d.hi > 2 * blur(&p, (long double)free), "%s: contact at %.12g, %.3g before t_lo",
              t->name, free, end - free);
        ++proofs->unproven;
        print_message(
            "# %s: kinds %d and %d, proven until %.17g of %.17g, apart by %.3Lg of %.3Lg\n",
            t->name, (int)q->a.kind, (int)q->b.kind, free, end, d.lo, p.size);
    }
    pair_of(&p, q);
    if (got->verdict == COLLIDE_HIT) {
        check_hit(&p, q, got, t);
        ++t->hits;
    }
    t->misses += miss;
    t->nears += got->verdict == COLLIDE_NEAR;
    ++t->count;
}

// A count and a seed that were asked for by arguments; 0 if none were.
static long asked_count;
static uint64_t asked_seed;

// Of random motions so many in the normal tier, 250 times as many in the full one: a million. Or a
// share of the count that was asked for.
static int proofs(int normal) {
    if (asked_count > 0)
        return (int)((double)normal * (double)asked_count / 4000) + 1;
#ifdef COLLIDE_TEST_SANITIZED
    return (normal + 19) / 20;
#else
    return kinds_tier() == 2 ? normal * 250 : kinds_tier() == 1 ? normal : (normal + 7) / 8;
#endif
}

// Grazes within 1e-9 of the sizes, on either side.
static void tuned(inputs_random *r, struct query *q, int k) {
    collide_bracket got;
    if (q->b.kind == COLLIDE_SHAPE_OBB)
        q->b.of.obb.center = origin;
    if (!ask(q, &got))
        return;
    graze(r, q);
    if (q->b.kind == COLLIDE_SHAPE_OBB || q->b.kind == COLLIDE_SHAPE_SPHERE)
        q->b.of.sphere.center.x += inputs_uniform(r, -1e-9f, 1e-9f);
    (void)k;
}

static void hovering(inputs_random *r, struct query *q, int k) {
    (void)r;
    q->a = q->b = shape_of(r, COLLIDE_SHAPE_OBB);
    (void)hover(q, k);
}

static void test_proofs(void **state) {
    static const struct class_of_motions list[] = {
        {"proof: steps", NULL, 1.5f, 1200, 0, false, false},
        {"proof: turns", NULL, 12, 500, 0, false, false},
        {"proof: many turns", NULL, 62, 300, 0, false, false},
        {"proof: planes", NULL, 1.5f, 300, 0, true, false},
        {"proof: gears", gears, 1, 300, 0, false, false},
        {"proof: small steps", slowly, 1.5f, 300, 0, false, true},
        {"proof: without extents", flat, 1.5f, 300, 0, false, true},
        {"proof: overlapping", deep, 1.5f, 200, 0, false, true},
        {"proof: far from the origin", elsewhere, 1.5f, 200, 0, false, true},
        {"proof: tuned to graze", tuned, 1.5f, 200, 0, false, true},
        {"proof: hovering", hovering, 3, 200, 0, false, true},
        {"proof: margins", margins, 6, 300, 0, false, true},
    };
    int failed = 0;
    (void)state;
    for (size_t i = 0; i < sizeof list / sizeof *list; ++i) {
        const struct class_of_motions *c = &list[i];
        inputs_random r = inputs_seed(101 + i + 1000 * asked_seed);
        const int n = proofs(c->n);
        struct tally t = tally_of(c->name, n);
        struct proofs left = {0, 0};
        float half, most;
        for (int k = 0; k < n; ++k) {
            uint32_t a, b;
            collide_bracket got;
            kinds_of(k, c->plane, &a, &b);
            struct query q = meeting(&r, a, b, c->turn);
            if (c->make)
                c->make(&r, &q, k);
            (void)ask(&q, &got);
            check_proof(&q, &got, &t, &left);
        }
        print_message("# %d of %d without proof\n", left.unproven, n);
        say(&t, &half, &most);
        free(t.width);
        // All classes run, also after one that fails.
        if (c->loose
                ? left.unproven * 50 > n + 100
                : left.unproven > 0 || t.nears * 100 > n + 200 || half > 1e-6f || most > 1e-5f) {
            print_message("# %s: fails\n", c->name);
            ++failed;
        }
    }
    REQUIRE(failed == 0, "%d classes with motions without proof, NEAR or wide brackets", failed);
}

// ---- certificates in fixed point -------------------------------------------------------------

// Evaluated: of the gap at a probe, along the direction that turns at other times, and of the time
// that is said to be free, by what proves it.
struct certificates {
    long probes, gaps, times, concave, speeds, solids;
    long double tight; // the least that an evaluation leaves, in parts of the sizes
};

// The gap along n + tau m, times its length, at the time t that fixed_pair_at was asked for; of a
// half-space along its normal. Rounded up.
static long double fixed_gap(const struct fixed_pair *f, long double t, vector n, vector m,
                             long double tau) {
    fixed3 k;
    for (int i = 0; i < 3; ++i)
        k.x[i] = fixed_add(fixed_of(n.x[i]), fixed_mul(fixed_of(tau), fixed_of(m.x[i])));
    if (f->rough->b.plane)
        k = fixed_turned(&f->b, f->b.n, false);
    const fixed3 d = fixed3_along(f->apart, fixed_of(t), f->w);
    const fixed3 back = {{fixed_neg(k.x[0]), fixed_neg(k.x[1]), fixed_neg(k.x[2])}};
    fixed gap = fixed_sub(fixed_neg(fixed_reach(&f->a, back)), fixed3_dot(&k, &d));
    gap = fixed_sub(gap, f->rough->b.plane ? f->b.height : fixed_reach(&f->b, k));
    gap = fixed_sub(gap,
                    fixed_mul(fixed_add(f->a.radius, f->b.radius), fixed_sqrt(fixed3_dot(&k, &k))));
    return fixed_value(&gap) + FIXED_SURE;
}

static void check_certificates(const struct query *q, inputs_random *r, struct certificates *c) {
    static struct fixed_pair f;
    static struct pair p;
    static collide__motion_state s;
    collide__motion_probe at;
    collide_bracket none;
    const collide_bracket *const got = &none;
    const double t = (double)inputs_uniform(r, 0, 1);
    const long double when = (long double)t;
    memset(&none, 0, sizeof none);
    HOLDS(proof_of(&f, &p, &s, q), "certificates: a body that does not pass");
    collide__motion_look(&s, &at, t, NULL, 0);
    if (!(at.lo > 0))
        return;
    const collide__motion_bound bound = collide__motion_bound_of(&s, &at);
    const vector n = vector_of_doubles(at.n), m = vector_of_doubles(bound.m), zero = {{0, 0, 0}};
    ++c->probes;
    for (int i = 0; i < 4; ++i) {
        const double sign = i & 1 ? -1 : 1, rest = i & 1 ? t : 1 - t;
        const double tau =
            rest * (double)(float)inputs_uniform(r, 0, 1) / (double)(1 << (inputs_next(r) >> 60));
        const double left = collide__motion_left(&s, &at, &bound, sign, tau);
        const long double step = (long double)(sign * tau);
        fixed_pair_at(&f, when + step);
        const long double exact = fixed_gap(&f, when + step, n, m, step);
        HOLDS((long double)left <= exact, "certificates: %.17g, %.17Lg apart at %a after %a", left,
              exact, sign * tau, t);
        ++c->gaps;
        c->tight = fminl(c->tight, (exact - (long double)left) / p.size);
    }
    fixed_pair_at(&f, when);
    const long double gap = fixed_gap(&f, when, n, zero, 0);
    HOLDS((long double)at.lo <= gap, "certificates: a gap of %.17g, %.17Lg", at.lo, gap);
    ++c->gaps;
    const long double free = (long double)collide__motion_free(&s, &at, 1, 1 - t).free;
    ++c->times;
    if (fixed_left(&f, when, &n, &m, free) >= 0)
        ++c->concave; // and so it holds before
    else if (!(p.b.plane && p.b.rate > 0) && gap - 2 * FIXED_SURE >= closing(&p, n, 0, 0) * free)
        ++c->speeds;
    else if (!p.b.plane && solids_apart(&p, n, when, free))
        ++c->solids;
    else
        HOLDS(false, "certificates: no proof of %La free after %a", free, t);
}

// Random motions of many kinds, a tenth of them with half-spaces.
static void test_exact_certificates(void **state) {
    static change *const makes[10] = {NULL,    flat,  scale, unlike, swing,
                                      spindle, gears, deep,  slowly, elsewhere};
    static const float turns[5] = {1.5f, 0.0625f, 6, 12, 62};
    struct certificates c = {0, 0, 0, 0, 0, 0, 1e4000L};
    inputs_random r = inputs_seed(131 + 1000 * asked_seed);
    const long n = asked_count > 0 ? asked_count : proofs(8000);
    (void)state;
    for (int k = 0; c.gaps + c.times < n; k = (k + 1) % 0x1000000) {
        uint32_t a, b;
        kinds_of(k / 10, k % 11 == 0, &a, &b);
        struct query q = meeting(&r, a, b, turns[k / 7 % 5]);
        if (makes[k % 10])
            makes[k % 10](&r, &q, k / 10);
        q.t_max = 1;
        check_certificates(&q, &r, &c);
    }
    print_message(
        "# certificates in fixed point: %ld probes, %ld gaps, at least %.3Lg of the sizes "
        "left; %ld times, %ld by the certificate, %ld by speeds, %ld by solids\n",
        c.probes, c.gaps, c.tight, c.times, c.concave, c.speeds, c.solids);
}

// The sine and the cosine against integers of 256 bits, in parts of 2^-50.
static void test_sine_fixed(void **state) {
    inputs_random r = inputs_seed(97);
    long double worst = 0;
    (void)state;
    for (int k = 0; k < proofs(20000) / (kinds_tier() == 2 ? 12 : 1); ++k) {
        double x = (double)inputs_uniform(&r, 0, 1) * (double)(1 << k % 21), s, c;
        fixed sine, versine;
        if (k % 3 == 0) // next to multiples of pi / 4
            x = (double)((long double)(int)(x * 1.2732) * 0.785398163397448309616L) +
                (double)inputs_uniform(&r, -0x1p-20f, 0x1p-20f) / (double)(1 << k % 30);
        x = x < 0 ? -x : x > 1048576 ? 1048576 : x;
        const fixed angle = fixed_of((long double)x), square = fixed_mul(angle, angle);
        fixed_turn(square, &sine, &versine);
        collide__sine(x, &s, &c);
        sine = fixed_sub(fixed_mul(angle, sine), fixed_of((long double)s));
        versine =
            fixed_sub(fixed_sub(fixed_of(1), fixed_mul(square, versine)), fixed_of((long double)c));
        worst = fmaxl(worst, fmaxl(fabsl(fixed_value(&sine)), fabsl(fixed_value(&versine))));
    }
    print_message("# sine in fixed point: within 2^-50 times %.3Lg, 2^%.2Lf\n", worst * 0x1p50L,
                  log2l(worst));
    assert_true(worst <= 0x1p-51L);
}

// How often the bodies are looked at. A look searches for the nearest points in at most 64 rounds,
// and six times where they overlap.
static unsigned long long work_of(const struct query *q) {
    static collide__motion_state s;
    collide_bracket got;
    if (!begin(&s, q))
        return 0;
    collide__motion_begin(&s, (double)q->t_max, q->tolerance);
    collide_work = 0;
    collide__motion_first(&s, &got);
    assert_in_range(s.looks, 0, 530);
    assert_in_range(collide_work, 1, 1 + 385 * (unsigned long long)(s.looks + 1));
    return (unsigned long long)s.looks;
}

static void test_work(void **state) {
    inputs_random r = inputs_seed(59);
    unsigned long long most = 0, sum = 0;
    const int n = cases(6000);
    (void)state;
    for (int k = 0; k < n; ++k) {
        uint32_t a, b;
        kinds_of(k, k % 13 == 0, &a, &b);
        struct query q = meeting(&r, a, b, k % 2 ? 1.5f : 62);
        if (k % 8 == 0)
            q.mb.spin = times((float)(1 << k % 20), q.mb.spin);
        if (k % 8 == 1) {
            q.mb = q.ma;
            q.tolerance = 1e-12f;
            q.t_max = 1e6f;
        }
        if (k % 16 == 2)
            gears(&r, &q, k);
        const unsigned long long work = work_of(&q);
        most = work > most ? work : most;
        sum += work;
    }
    print_message("# work: %.2f looks a query, at most %llu\n", (double)sum / n, most);
    assert_in_range(most, 1, 530);
}

// Sine and cosine, within 2^-50.
static void test_sine(void **state) {
    inputs_random r = inputs_seed(61);
    long double worst = 0;
    (void)state;
    for (int k = 0; k < cases(400000) + 4096; ++k) {
        double x = (double)inputs_uniform(&r, 0, 1) * (double)(1 << k % 21);
        double s, c;
        if (k % 7 == 0) // next to where the polynomials change
            x = (double)((long double)(int)(x * 0.6366) * 1.57079632679489661923L) +
                (double)inputs_uniform(&r, -0x1p-20f, 0x1p-20f);
        x = x < 0 ? -x : x > 1048576 ? 1048576 : x;
        collide__sine(x, &s, &c);
        worst = fmaxl(worst, fabsl((long double)s - sinl((long double)x)));
        worst = fmaxl(worst, fabsl((long double)c - cosl((long double)x)));
    }
    print_message("# sine: within 2^-50 times %.3Lg\n", worst * 0x1p50L);
    assert_true(worst <= 0x1p-50L);
    worst = 0;
    for (int k = 0; k < cases(40000); ++k) {
        const double s = (double)inputs_uniform(&r, 0, 1) / (double)(1ull << k % 50);
        const double c = (double)inputs_uniform(&r, 0, 1) / (double)(1ull << k / 50 % 3 * 20);
        if (s > 0 || c > 0)
            worst = fmaxl(worst, fabsl((long double)collide__turn_angle(s, c) -
                                       2 * atan2l((long double)s, (long double)c)));
    }
    print_message("# angles: within 2^-48 times %.3Lg\n", worst * 0x1p48L);
    assert_true(worst <= 0x1p-48L);
}

// ---- motions from poses ----------------------------------------------------------------------

static long double poses_apart(const collide_pose *a, const collide_pose *b) {
    long double r = 0;
    for (int i = 0; i < 3; ++i)
        r = fmaxl(r, length(along(vector_of(a->axis[i]), -1, vector_of(b->axis[i]))));
    return r;
}

static void test_poses(void **state) {
    inputs_random r = inputs_seed(67);
    long double worst = 0, away = 0;
    (void)state;
    for (int k = 0; k < cases(20000); ++k) {
        const collide_pose p = inputs_pose(&r, inputs_vec3(&r, -4, 4));
        collide_pose q = inputs_pose(&r, inputs_vec3(&r, -4, 4));
        const float t = k % 3 ? inputs_uniform(&r, 0.0625f, 4) : power_of_ten(k / 3 % 13);
        const collide_vec3 pivot = inputs_vec3(&r, -4, 4);
        if (k % 8 < 6) { // half turns; no turn; little; a half turn but for little
            static const float turn[6][4] = {{1, 0, 0, 0},        {0, 1, 0, 0},
                                             {0, 0, 1, 0},        {0, 0, 0, 1},
                                             {0x1p-12f, 0, 0, 1}, {0, 1, 0x1p-20f, 0x1p-20f}};
            const float *u = turn[k % 8];
            const collide_pose by = collide_pose_from_quaternion(u[0], u[1], u[2], u[3], origin);
            for (int i = 0; i < 3; ++i)
                q.axis[i] = collide_pose_apply(&by, p.axis[i]);
        }
        if (k % 64 == 9)
            q = p;
        const collide_motion m = collide_motion_from_poses(&p, &q, pivot, t);
        const collide_pose then = collide_motion_pose(&m, t);
        const collide_pose now = collide_motion_pose(&m, 0);
        worst = fmaxl(worst, poses_apart(&then, &q));
        worst = fmaxl(worst, poses_apart(&now, &p));
        away = fmaxl(away, length(along(vector_of(then.position), -1, vector_of(q.position))));
        away = fmaxl(away, length(along(vector_of(now.position), -1, vector_of(p.position))));
        assert_true(length(vector_of(m.spin)) * (long double)t <= 3.14159325L);
        assert_int_equal(collide_pose_check(&then), COLLIDE_OK);
        // Back in time, and the pose against the oracle's.
        struct body b;
        const collide_shape s = collide_shape_from_point(inputs_vec3(&r, -1, 1));
        body_of(&b, &s, &m);
        turn_body(&b, (long double)(k & 1 ? t : -t) / 2, &b);
        const collide_pose half = collide_motion_pose(&m, (k & 1 ? t : -t) / 2);
        const vector at =
            along(along(b.pivot, 1, b.point[0]), (long double)(k & 1 ? t : -t) / 2, b.velocity);
        const vector given = under_pose(&half, vector_of(s.of.point));
        away = fmaxl(away, length(along(at, -1, given)));
    }
    print_message("# poses: axes within %.2Lg, positions within %.2Lg\n", worst, away);
    assert_true(worst < 0x1p-20L && away < 0x1p-18L);
    // What has no motion.
    const collide_pose p = collide_motion_at_rest().pose;
    collide_pose bad = p;
    const float times_bad[4] = {0, -1, NAN, INFINITY};
    for (int k = 0; k < 8; ++k) {
        const collide_vec3 pivot = {0, 0, 0};
        bad.axis[1].y = k < 6 ? NAN : -1; // a mirrored pose is one, but no turn leads to it
        const collide_motion m =
            collide_motion_from_poses(k == 4 || k == 6 ? &bad : &p, k == 5 || k == 7 ? &bad : &p,
                                      pivot, k < 4 ? times_bad[k] : 1);
        assert_true(isnan(m.spin.x) && isnan(m.velocity.z));
    }
    // Of two that mirror there is a turn.
    const collide_motion m = collide_motion_from_poses(&bad, &bad, origin, 1);
    assert_true(m.spin.x == 0 && m.velocity.z == 0);
}

// ---- bad input, and the same motions in other ways -------------------------------------------

static void is_miss(const struct query *q, const char *what) {
    collide_bracket got;
    const bool result = ask(q, &got);
    REQUIRE(!result && got.verdict == COLLIDE_MISS && got.t_lo > FLT_MAX && got.t_hi > FLT_MAX &&
                got.gap > FLT_MAX,
            "%s: not a miss", what);
    REQUIRE(!collide_shape_shape_motion(&q->a, &q->ma, &q->b, &q->mb, q->t_max, q->tolerance, NULL),
            "%s: not a miss", what);
}

static void test_bad(void **state) {
    inputs_random r = inputs_seed(71);
    const float bad[3] = {NAN, INFINITY, -INFINITY};
    (void)state;
    for (int k = 0; k < 200; ++k) {
        uint32_t a, b;
        collide_bracket plain, none;
        kinds_of(k, k % 9 == 0, &a, &b);
        struct query q = meeting(&r, a, b, 3);
        const bool found = ask(&q, &plain);
        // A margin of 0 is none, and other numbers are no margins.
        assert_int_equal(
            found, collide_shape_shape_motion_within(&q.a, &q.ma, &q.b, &q.mb, 0, 1, 0, &none));
        assert_memory_equal(&plain, &none, sizeof none);
        const float margin = k % 4 ? bad[k % 3] : -1e-9f;
        assert_false(
            collide_shape_shape_motion_within(&q.a, &q.ma, &q.b, &q.mb, margin, 1, 0, &none));
        assert_true(none.verdict == COLLIDE_MISS && none.t_lo > FLT_MAX);
        assert_true(!found ||
                    collide_shape_shape_motion_within(&q.a, NULL, &q.a, NULL, 1, 1, 0, NULL));
        deep(&r, &q, 0);
        for (int side = 0; side < 2; ++side)
            for (int i = 0; i < 21; ++i) {
                struct query p = q;
                float *x = (float *)(void *)(side ? &p.mb : &p.ma);
                x[i] = bad[k % 3];
                is_miss(&p, "a motion");
            }
        for (int side = 0; side < 2; ++side) {
            const uint32_t kind = side ? b : a;
            const int n = kind == COLLIDE_SHAPE_POINT                                   ? 3
                          : kind == COLLIDE_SHAPE_SPHERE || kind == COLLIDE_SHAPE_PLANE ? 4
                          : kind == COLLIDE_SHAPE_SEGMENT || kind == COLLIDE_SHAPE_AABB ? 6
                          : kind == COLLIDE_SHAPE_CAPSULE                               ? 7
                          : kind == COLLIDE_SHAPE_CYLINDER                              ? 8
                          : kind == COLLIDE_SHAPE_TRIANGLE                              ? 9
                          : kind == COLLIDE_SHAPE_TETRAHEDRON                           ? 12
                          : kind == COLLIDE_SHAPE_CONVEX                                ? 0
                                                                                        : 15;
            for (int i = 0; i < n; ++i) {
                struct query p = q;
                ((float *)(void *)(side ? &p.b.of : &p.a.of))[i] = bad[k % 3];
                is_miss(&p, "a shape");
            }
        }
        struct query p = q;
        p.t_max = k % 2 ? NAN : -1;
        is_miss(&p, "a time");
        p = q;
        p.a.kind = k % 2 ? COLLIDE_SHAPE_NONE : COLLIDE_SHAPE_KIND_COUNT;
        is_miss(&p, "a kind");
    }
    // Motions that are NULL are at rest; tolerances are never wrong.
    const collide_motion rest = collide_motion_at_rest();
    for (int k = 0; k < 200; ++k) {
        const float tolerances[5] = {NAN, -1, 0, INFINITY, FLT_MAX};
        uint32_t a, b;
        collide_bracket one, two;
        kinds_of(k, false, &a, &b);
        struct query q = meeting(&r, a, b, 3);
        q.ma = rest;
        memset(&one, 0, sizeof one);
        memset(&two, 0, sizeof two);
        (void)collide_shape_shape_motion(&q.a, &rest, &q.b, &q.mb, 1, 0, &one);
        (void)collide_shape_shape_motion(&q.a, NULL, &q.b, &q.mb, 1, 0, &two);
        assert_memory_equal(&one, &two, sizeof one);
        q.tolerance = tolerances[k % 5];
        struct tally t = tally_of("tolerances", 1);
        const bool result = ask(&q, &one);
        check(&q, &one, result, &t, 3000);
        free(t.width);
    }
}

static collide_bracket negated(collide_bracket x) {
    x.normal = (collide_vec3){0 - x.normal.x, 0 - x.normal.y, 0 - x.normal.z};
    return x;
}

static bool same(const collide_bracket *a, const collide_bracket *b) {
    return a->t_lo == b->t_lo && a->t_hi == b->t_hi && a->gap == b->gap &&
           a->normal.x == b->normal.x && a->normal.y == b->normal.y && a->normal.z == b->normal.z &&
           a->verdict == b->verdict;
}

static void require_same(const struct query *q, const collide_bracket *got,
                         const collide_bracket *other, const char *what) {
    if (!same(got, other))
        print_query(q, got);
    REQUIRE(same(got, other), "%s: kinds %u, %u: verdict %u, [%.9g, %.9g], gap %.9g, normal %a",
            what, (unsigned)q->a.kind, (unsigned)q->b.kind, (unsigned)other->verdict,
            (double)other->t_lo, (double)other->t_hi, (double)other->gap, (double)other->normal.x);
}

static void test_same(void **state) {
    inputs_random r = inputs_seed(73);
    (void)state;
    for (int k = 0; k < cases(8000); ++k) {
        uint32_t a, b;
        collide_bracket got, other;
        kinds_of(k, k % 9 == 0, &a, &b);
        struct query q = meeting(&r, a, b, k % 5 ? 1.5f : 20), p = q;
        if (k % 10 == 7) { // equal but for one number
            q.b = q.a;
            q.mb.pose = q.ma.pose;
            q.mb.pivot = q.ma.pivot;
            q.mb.spin = q.ma.spin;
            q.ma.velocity = origin;
            if (k % 3)
                q.mb = q.ma;
            else
                q.mb.pose.position = plus(q.mb.pose.position, times(4, direction(&r)));
        }
        q.tolerance = k % 4 ? 0 : 0x1p-12f;
        const float scale_of = k % 3 ? 0x1p7f : 0x1p-9f;
        (void)ask(&q, &got);
        p = q;
        exchanged_plane(&r, &p, 0);
        (void)ask(&p, &other);
        other = negated(other);
        // Of equal bodies in equal places any normal does.
        if (k % 10 == 7 && k % 3)
            other.normal = got.normal;
        require_same(&q, &got, &other, "exchanged");
        // Time.
        p = q;
        p.ma.velocity = times(scale_of, p.ma.velocity);
        p.mb.velocity = times(scale_of, p.mb.velocity);
        p.ma.spin = times(scale_of, p.ma.spin);
        p.mb.spin = times(scale_of, p.mb.spin);
        p.t_max /= scale_of;
        (void)ask(&p, &other);
        other.t_lo *= scale_of;
        other.t_hi *= scale_of;
        require_same(&q, &got, &other, "time");
        // Lengths.
        if (q.a.kind == COLLIDE_SHAPE_CONVEX || q.b.kind == COLLIDE_SHAPE_CONVEX)
            continue;
        p = q;
        scale_shape(&p.a, scale_of);
        scale_shape(&p.b, scale_of);
        scale_motion(&p.ma, scale_of);
        scale_motion(&p.mb, scale_of);
        p.tolerance *= scale_of;
        (void)ask(&p, &other);
        other.gap /= scale_of;
        require_same(&q, &got, &other, "lengths");
    }
}

// The calls for given kinds are the call for any.
static void test_typed(void **state) {
    inputs_random r = inputs_seed(79);
    (void)state;
    for (int k = 0; k < 500; ++k) {
        static const uint32_t pairs[5][2] = {{COLLIDE_SHAPE_OBB, COLLIDE_SHAPE_OBB},
                                             {COLLIDE_SHAPE_SPHERE, COLLIDE_SHAPE_OBB},
                                             {COLLIDE_SHAPE_CAPSULE, COLLIDE_SHAPE_OBB},
                                             {COLLIDE_SHAPE_CAPSULE, COLLIDE_SHAPE_CAPSULE},
                                             {COLLIDE_SHAPE_SPHERE, COLLIDE_SHAPE_CAPSULE}};
        const struct query q = meeting(&r, pairs[k % 5][0], pairs[k % 5][1], 3);
        collide_bracket one, two;
        bool result;
        memset(&two, 0, sizeof two);
        switch (k % 5) {
        case 0:
            result = collide_obb_obb_motion(&q.a.of.obb, &q.ma, &q.b.of.obb, &q.mb, 1, 0, &two);
            break;
        case 1:
            result =
                collide_sphere_obb_motion(&q.a.of.sphere, &q.ma, &q.b.of.obb, &q.mb, 1, 0, &two);
            break;
        case 2:
            result =
                collide_capsule_obb_motion(&q.a.of.capsule, &q.ma, &q.b.of.obb, &q.mb, 1, 0, &two);
            break;
        case 3:
            result = collide_capsule_capsule_motion(&q.a.of.capsule, &q.ma, &q.b.of.capsule, &q.mb,
                                                    1, 0, &two);
            break;
        default:
            result = collide_sphere_capsule_motion(&q.a.of.sphere, &q.ma, &q.b.of.capsule, &q.mb, 1,
                                                   0, &two);
        }
        assert_true(ask(&q, &one) == result);
        require_same(&q, &one, &two, "typed");
    }
}

// ---- batches ---------------------------------------------------------------------------------

#define PAIRS 203

// Pairs for batches; a tenth of them with something bad in one of the 72 floats of two boxes and
// their motions, and some at rest, overlapping, or with parallel edges.
static struct query batched(inputs_random *r, uint32_t a, uint32_t b, unsigned i) {
    static const float bad[5] = {NAN, INFINITY, -INFINITY, -1e30f, FLT_MAX};
    struct query q = meeting(r, a, b, i % 5 ? 1.5f : 30);
    if (i % 7 == 3)
        deep(r, &q, 0);
    if (i % 7 == 4) {
        gears(r, &q, (int)i);
        if (a != COLLIDE_SHAPE_OBB || b != COLLIDE_SHAPE_OBB)
            q = meeting(r, a, b, 1);
    }
    if (i % 11 == 5)
        q.ma.spin = q.mb.spin = origin;
    if (i % 11 == 6)
        q.ma.spin = origin;
    if (i % 10 == 9) {
        float *const at[3] = {(float *)(void *)&q.ma, (float *)(void *)&q.mb,
                              (float *)(void *)&q.a.of};
        const uint32_t k = kinds_below(r, a == COLLIDE_SHAPE_CONVEX ? 2 : 3); // not its pointer
        at[k][kinds_below(r, k < 2 ? 21 : 3)] = bad[kinds_below(r, 5)];
    }
    return q;
}

// Every batch gives on every instruction set what single calls give, and writes nothing else.
static void check_batches(uint32_t kind_a, uint32_t kind_b, size_t n, float t_max,
                          inputs_random *r) {
    static collide_shape a[PAIRS], b[PAIRS];
    static collide_motion ma[PAIRS], mb[PAIRS];
    static collide_bracket want[4][PAIRS], got[PAIRS + 1];
    static uint64_t room[2][PAIRS * 16];
    collide_pair pairs[PAIRS];
    size_t hits[4] = {0, 0, 0, 0};
    const collide_shape_array of_a = {a, n, 0}, of_b = {b, n, 0};
    const collide_motion_array u = {ma, n, 0}, v = {mb, n ? n - 1 : 0, 0};
    collide_shape_pack *pack[2] = {NULL, NULL};
    const int forms = kind_a ? 4 : 1; // a pack has one kind
    for (size_t i = 0; i < n; ++i) {
        uint32_t of[2] = {kind_a, kind_b};
        if (!kind_a)
            kinds_of((int)kinds_below(r, 300), false, &of[0], &of[1]);
        const struct query q = batched(r, of[0], of[1], (unsigned)i);
        a[i] = q.a;
        b[i] = q.b;
        ma[i] = q.ma;
        mb[i] = q.mb;
        pairs[i].a = kinds_below(r, (uint32_t)n + 1);
        pairs[i].b = kinds_below(r, (uint32_t)n + 1);
    }
    for (size_t k = 0; k < 2 && n && forms > 1; ++k) { // of good shapes only
        collide_shape *const s = k ? b : a;
        for (size_t i = 0; i < n; ++i)
            while (collide_shape_check(&s[i]) != COLLIDE_OK)
                s[i] = shape_of(r, k ? kind_b : kind_a);
        assert_int_equal(collide_shape_pack_build(&pack[k], COLLIDE_ALIGN(room[k]),
                                                  sizeof room[k] - COLLIDE_ALIGNMENT, s, n, 0),
                         COLLIDE_OK);
    }
    const collide_shape none = {0};
    for (size_t i = 0; i < n; ++i) {
        const bool there = pairs[i].a < n && pairs[i].b + 1 < n;
        const bool moves = i + 1 < n;
        hits[0] += collide_shape_shape_motion(
            there ? &a[pairs[i].a] : &none, there ? &ma[pairs[i].a] : NULL,
            there ? &b[pairs[i].b] : &none, there ? &mb[pairs[i].b] : NULL, t_max, 0, &want[0][i]);
        hits[1] += collide_shape_shape_motion(&a[i], &ma[i], moves ? &b[i] : &none, &mb[i], t_max,
                                              0, &want[1][i]);
        hits[2] += collide_shape_shape_motion(&a[0], &ma[0], moves ? &b[i] : &none, &mb[i], t_max,
                                              0, &want[2][i]);
        hits[3] += collide_shape_shape_motion(&a[i], &ma[i], &b[i], NULL, t_max, 0, &want[3][i]);
    }
    for (int isa = 0; isa < COLLIDE_ISA_COUNT; ++isa) {
        if (collide_isa_limit((collide_isa_id)isa) != (collide_isa_id)isa)
            continue;
        for (int form = 0; form < forms; ++form) {
            size_t found;
            memset(got, 0x5a, sizeof got);
            switch (form) {
            case 0:
                found =
                    collide_shape_shape_motion_pairs(&of_a, &u, &of_b, &v, pairs, n, t_max, 0, got);
                break;
            case 1:
                found = collide_shape_shape_motion_lanes(pack[0], &u, pack[1], &v, t_max, 0, got);
                break;
            case 2:
                found = n ? collide_shape_shape_motion_many(a, ma, pack[1], &v, t_max, 0, got) : 0;
                break;
            default:
                found = collide_shape_shape_motion_lanes(pack[0], &u, pack[1], NULL, t_max, 0, got);
            }
            for (size_t i = 0; i < n; ++i)
                if (memcmp(&got[i], &want[form][i], sizeof *got) != 0)
                    fail_msg("kinds %u, %u, form %d of %zu, %s: pair %zu", (unsigned)kind_a,
                             (unsigned)kind_b, form, n, collide_isa_text((collide_isa_id)isa), i);
            assert_int_equal(found, hits[form]);
            assert_int_equal(got[n].verdict, 0x5a5a5a5a);
        }
    }
    (void)collide_isa_limit(COLLIDE_ISA_COUNT);
}

static void test_batches(void **state) {
    static const uint32_t other[3][2] = {{COLLIDE_SHAPE_CONVEX, COLLIDE_SHAPE_OBB},
                                         {COLLIDE_SHAPE_OBB, COLLIDE_SHAPE_PLANE},
                                         {COLLIDE_SHAPE_AABB, COLLIDE_SHAPE_AABB}};
    inputs_random r = inputs_seed(81);
    (void)state;
    for (size_t n = 0; n < 68; ++n)
        check_batches(COLLIDE_SHAPE_OBB, COLLIDE_SHAPE_OBB, n, 1, &r);
    for (int i = 0; i < cases(16); ++i)
        check_batches(COLLIDE_SHAPE_OBB, COLLIDE_SHAPE_OBB, PAIRS, i % 8 ? 1.0f : INFINITY, &r);
    check_batches(COLLIDE_SHAPE_OBB, COLLIDE_SHAPE_OBB, 20, -1, &r);
    check_batches(COLLIDE_SHAPE_OBB, COLLIDE_SHAPE_OBB, 20, NAN, &r);
    check_batches(COLLIDE_SHAPE_OBB, COLLIDE_SHAPE_OBB, 20, 0, &r);
    for (int i = 0; i < 3; ++i)
        check_batches(other[i][0], other[i][1], 20, 1, &r);
    for (int i = 0; i < cases(48); ++i) {
        uint32_t a, b;
        round_kinds(i, &a, &b);
        check_batches(i % 2 ? b : a, i % 2 ? a : b, i % 8 ? 3 + (size_t)i : PAIRS, i % 5 ? 1.0f : 4,
                      &r);
    }
    for (int i = 0; i < cases(48); ++i) {
        uint32_t a, b;
        hull_kinds(i, &a, &b);
        check_batches(i % 16 < 8 ? b : a, i % 16 < 8 ? a : b, i % 8 ? 3 + (size_t)i : PAIRS,
                      i % 5 ? 1.0f : 4, &r);
    }
    // Of all kinds at once.
    for (int i = 0; i < cases(8); ++i)
        check_batches(COLLIDE_SHAPE_NONE, COLLIDE_SHAPE_NONE, PAIRS, 1, &r);
}

// A box is the same body if one of its axes is turned round: left-handed ones, too, get its
// answers.
static void test_left_handed(void **state) {
    (void)state;
    inputs_random r = inputs_seed(31);
    int hits = 0;
    for (int i = 0; i < cases(3000); ++i) {
        static const uint32_t of_a[4] = {COLLIDE_SHAPE_OBB, COLLIDE_SHAPE_CAPSULE,
                                         COLLIDE_SHAPE_SPHERE, COLLIDE_SHAPE_SEGMENT};
        struct query q = meeting(&r, of_a[i % 4], COLLIDE_SHAPE_OBB, 6);
        collide_bracket one, other;
        const bool hit = collide_shape_shape_motion(&q.a, &q.ma, &q.b, &q.mb, 1, 0, &one);
        collide_vec3 *const axis = &q.b.of.obb.axis[2];
        axis->x = -axis->x;
        axis->y = -axis->y;
        axis->z = -axis->z;
        assert_int_equal(collide_shape_shape_motion(&q.a, &q.ma, &q.b, &q.mb, 1, 0, &other), hit);
        assert_int_equal(one.verdict, other.verdict);
        assert_true(one.t_lo == other.t_lo && one.t_hi == other.t_hi);
        hits += hit;
    }
    print_message("# left-handed boxes: %d hits\n", hits);
    assert_true(4 * hits > cases(3000));
}

// With the arguments "proofs COUNT SEED" or "certificates COUNT SEED" as many of these alone, of
// other motions for each seed.
int main(int argc, char **argv) {
    const struct CMUnitTest one[] = {cmocka_unit_test(test_proofs)};
    const struct CMUnitTest other[] = {cmocka_unit_test(test_exact_certificates)};
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_classes),      cmocka_unit_test(test_grazing),
        cmocka_unit_test(test_hovering),     cmocka_unit_test(test_translation),
        cmocka_unit_test(test_certificates), cmocka_unit_test(test_work),
        cmocka_unit_test(test_sine),         cmocka_unit_test(test_poses),
        cmocka_unit_test(test_bad),          cmocka_unit_test(test_same),
        cmocka_unit_test(test_typed),        cmocka_unit_test(test_proofs),
        cmocka_unit_test(test_sine_fixed),   cmocka_unit_test(test_lanes),
        cmocka_unit_test(test_batches),      cmocka_unit_test(test_exact_certificates),
        cmocka_unit_test(test_left_handed),  cmocka_unit_test(test_tetrahedra),
    };
    if (argc == 4) {
        asked_count = strtol(argv[2], NULL, 10);
        asked_seed = strtoull(argv[3], NULL, 10);
        return strcmp(argv[1], "proofs") == 0 ? cmocka_run_group_tests(one, bodies, NULL)
                                              : cmocka_run_group_tests(other, bodies, NULL);
    }
    return cmocka_run_group_tests(tests, bodies, NULL);
}
