// Sweeps of any two shapes: brackets of the first contact against oracles in long double: axes of
// polytopes, features of rounded polytopes, prisms inside and around cylinders, closed sweeps.
#define TEST_PART "../src/shape/sweep.h"
#define COLLIDE_COUNT_WORK
#include "test.h"

#include "kinds.h"

unsigned long long collide_work;

// Of random cases a tenth under sanitizers, tenfold in the full tier.
static int cases(int normal) {
#ifdef COLLIDE_TEST_SANITIZED
    return normal / 10;
#else
    return kinds_tier() == 2 ? normal * 10 : normal;
#endif
}

typedef struct vector {
    long double x[3];
} vector;

static vector vector_of(collide_vec3 p) {
    return (vector){{(long double)p.x, (long double)p.y, (long double)p.z}};
}

static vector along(vector a, long double s, vector b) {
    return (vector){{a.x[0] + s * b.x[0], a.x[1] + s * b.x[1], a.x[2] + s * b.x[2]}};
}

static long double dot(vector a, vector b) {
    return a.x[0] * b.x[0] + a.x[1] * b.x[1] + a.x[2] * b.x[2];
}

static vector cross(vector a, vector b) {
    return (vector){{a.x[1] * b.x[2] - a.x[2] * b.x[1], a.x[2] * b.x[0] - a.x[0] * b.x[2],
                     a.x[0] * b.x[1] - a.x[1] * b.x[0]}};
}

static long double length(vector a) {
    long double x = dot(a, a), r = 0;
    if (x > 0) {
        r = (long double)collide__sqrt((double)x);
        r = 0.5L * (r + x / r);
        r = 0.5L * (r + x / r);
    }
    return r;
}

// ---- bodies: the hull of points, and a radius ------------------------------------------------

#define SIDES 64

struct body {
    int points, edges, faces;
    vector point[2 * SIDES + 2], edge[2 * SIDES + 2]; // directions of edges
    vector normal[SIDES + 2];
    int edge_end[12][2], face[6][4]; // of polytopes with at most 8 points
    int corners;                     // of a face
    long double radius;
};

static void add_edge(struct body *b, int i, int j) {
    if (b->edges < 12) {
        b->edge_end[b->edges][0] = i;
        b->edge_end[b->edges][1] = j;
    }
    b->edge[b->edges++] = along(b->point[j], -1, b->point[i]);
}

static void add_face(struct body *b, int i, int j, int k, int l) {
    const int v[4] = {i, j, k, l};
    if (b->faces < 6)
        memcpy(b->face[b->faces], v, sizeof v);
    b->normal[b->faces++] =
        cross(along(b->point[j], -1, b->point[i]), along(b->point[k], -1, b->point[i]));
}

static void simplex(struct body *b, const collide_vec3 *p, int n, float radius) {
    b->points = n;
    b->radius = (long double)radius;
    b->corners = 3;
    for (int i = 0; i < n; ++i) {
        b->point[i] = vector_of(p[i]);
        for (int j = 0; j < i; ++j) {
            add_edge(b, i, j);
            for (int k = 0; k < j; ++k)
                add_face(b, i, j, k, k);
        }
    }
}

static void box(struct body *b, const collide_obb *o) {
    b->points = 8;
    b->corners = 4;
    for (int i = 0; i < 8; ++i) {
        const float half[3] = {o->half.x, o->half.y, o->half.z};
        b->point[i] = vector_of(o->center);
        for (int k = 0; k < 3; ++k)
            b->point[i] = along(b->point[i], (i >> k & 1 ? 1 : -1) * (long double)half[k],
                                vector_of(o->axis[k]));
    }
    for (int i = 0; i < 8; ++i)
        for (int k = 0; k < 3; ++k)
            if (!(i >> k & 1))
                add_edge(b, i, i | 1 << k);
    for (int k = 0; k < 3; ++k)
        for (int side = 0; side < 2; ++side) {
            const int i = side << k, u = 1 << (k + 1) % 3, v = 1 << (k + 2) % 3;
            add_face(b, i, i | u, i | u | v, i | v);
            b->normal[b->faces - 1] =
                cross(vector_of(o->axis[(k + 1) % 3]), vector_of(o->axis[(k + 2) % 3]));
        }
}

// A prism inside a cylinder, or around it.
static void prism(struct body *b, const collide_cylinder *c, bool around) {
    vector axis = vector_of(c->axis), u, v;
    const long double size = length(axis), half = (long double)c->height / 2;
    axis = along((vector){{0, 0, 0}}, 1 / size, axis);
    u = cross(axis, axis.x[0] * axis.x[0] < 0.5L ? (vector){{1, 0, 0}} : (vector){{0, 1, 0}});
    u = along((vector){{0, 0, 0}}, 1 / length(u), u);
    v = cross(axis, u);
    // The angle 2 pi / SIDES, and the cosine of its half.
    const long double step = 6.283185307179586476925287L / SIDES, h = step / 2;
    long double cosine = 1, sine = 0, term = 1;
    for (int k = 1; k < 24; ++k) {
        term *= step / k;
        if (k & 1)
            sine += k & 2 ? -term : term;
        else
            cosine += k & 2 ? -term : term;
    }
    const long double least = 1 - h * h / 2; // below the cosine
    long double x = (long double)c->radius / (around ? least : 1), y = 0;
    b->points = 2 * SIDES;
    for (int i = 0; i < SIDES; ++i) {
        const vector on = along(along(vector_of(c->center), x, u), y, v);
        b->point[2 * i] = along(on, half, axis);
        b->point[2 * i + 1] = along(on, -half, axis);
        const long double next = x * cosine - y * sine;
        y = x * sine + y * cosine;
        x = next;
    }
    add_edge(b, 0, 1);
    for (int i = 0; i < SIDES; ++i)
        add_edge(b, 2 * i, (2 * i + 2) % (2 * SIDES));
    for (int i = 0; i < SIDES; ++i)
        add_face(b, 2 * i, 2 * i + 1, (2 * i + 2) % (2 * SIDES), 0);
    add_face(b, 0, 2, 4, 4);
}

static void body_of(struct body *b, const collide_shape *s, bool around) {
    memset(b, 0, sizeof *b);
    switch (s->kind) {
    case COLLIDE_SHAPE_POINT:
        simplex(b, &s->of.point, 1, 0);
        break;
    case COLLIDE_SHAPE_SEGMENT:
        simplex(b, &s->of.segment.a, 2, 0);
        break;
    case COLLIDE_SHAPE_SPHERE:
        simplex(b, &s->of.sphere.center, 1, s->of.sphere.radius);
        break;
    case COLLIDE_SHAPE_CAPSULE:
        simplex(b, &s->of.capsule.a, 2, s->of.capsule.radius);
        break;
    case COLLIDE_SHAPE_TRIANGLE:
        simplex(b, s->of.triangle.v, 3, 0);
        break;
    case COLLIDE_SHAPE_TETRAHEDRON:
        simplex(b, s->of.tetrahedron.v, 4, 0);
        break;
    case COLLIDE_SHAPE_OBB:
        box(b, &s->of.obb);
        break;
    case COLLIDE_SHAPE_AABB: {
        const collide_aabb *x = &s->of.aabb;
        const collide_obb o = {{0, 0, 0}, {1, 1, 1}, {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}};
        box(b, &o);
        for (int i = 0; i < 8; ++i) {
            b->point[i].x[0] = (long double)(i & 1 ? x->max.x : x->min.x);
            b->point[i].x[1] = (long double)(i & 2 ? x->max.y : x->min.y);
            b->point[i].x[2] = (long double)(i & 4 ? x->max.z : x->min.z);
        }
        for (int i = 0; i < b->edges; ++i)
            b->edge[i] = along(b->point[b->edge_end[i][1]], -1, b->point[b->edge_end[i][0]]);
        break;
    }
    default:
        prism(b, &s->of.cylinder, around);
    }
}

// ---- the first contact of polytopes, by axes -------------------------------------------------

// The first and last time of contact of one axis are kept if they are later and earlier.
static void one_axis(const struct body *a, const struct body *b, vector w, vector n,
                     long double *first, long double *last) {
    long double a_lo = 1e4000L, a_hi = -1e4000L, b_lo = 1e4000L, b_hi = -1e4000L;
    const long double speed = dot(n, w), size = dot(n, n);
    if (!(size > 0))
        return;
    for (int i = 0; i < a->points; ++i) {
        const long double x = dot(n, a->point[i]);
        a_lo = x < a_lo ? x : a_lo;
        a_hi = x > a_hi ? x : a_hi;
    }
    for (int i = 0; i < b->points; ++i) {
        const long double x = dot(n, b->point[i]);
        b_lo = x < b_lo ? x : b_lo;
        b_hi = x > b_hi ? x : b_hi;
    }
    // b moves by speed: contact while b_lo + speed t <= a_hi and b_hi + speed t >= a_lo.
    long double from = (speed > 0 ? a_lo - b_hi : a_hi - b_lo) / speed;
    long double to = (speed > 0 ? a_hi - b_lo : a_lo - b_hi) / speed;
    if (speed == 0) {
        from = b_lo <= a_hi && b_hi >= a_lo ? -1e4000L : 1e4000L;
        to = -from;
    }
    *first = from > *first ? from : *first;
    *last = to < *last ? to : *last;
}

static void polytopes(const struct body *a, const struct body *b, vector w, long double *first,
                      long double *last) {
    *first = -1e4000L;
    *last = 1e4000L;
    for (int i = 0; i < a->faces; ++i)
        one_axis(a, b, w, a->normal[i], first, last);
    for (int i = 0; i < b->faces; ++i)
        one_axis(a, b, w, b->normal[i], first, last);
    for (int i = 0; i < a->edges; ++i)
        for (int j = 0; j < b->edges; ++j)
            one_axis(a, b, w, cross(a->edge[i], b->edge[j]), first, last);
    // Seen along the motion, for bodies whose difference is flat.
    for (int i = 0; i < a->edges; ++i)
        one_axis(a, b, w, cross(a->edge[i], w), first, last);
    for (int i = 0; i < b->edges; ++i)
        one_axis(a, b, w, cross(b->edge[i], w), first, last);
}

// ---- the distance of small polytopes, by features --------------------------------------------

// Twice: of segments p + s d and q + k e, by their ends and where both are free.
static long double segments(vector p, vector d, vector q, vector e) {
    const vector r = along(p, -1, q);
    const long double dd = dot(d, d), ee = dot(e, e);
    const vector n = cross(d, e);
    long double best = 1e4000L;
    for (int k = 0; k < 5; ++k) {
        long double s = k & 1, u = k >> 1 & 1;
        if (k < 2)
            u = ee > 0 ? dot(along(r, s, d), e) / ee : 0;
        else if (k < 4)
            u = k & 1, s = dd > 0 ? -dot(along(r, -u, e), d) / dd : 0;
        else if (dot(n, n) > 0) {
            s = dot(cross(e, r), n) / dot(n, n);
            u = dot(cross(d, r), n) / dot(n, n);
            if (!(s >= 0 && s <= 1 && u >= 0 && u <= 1))
                continue;
        } else
            continue;
        s = s < 0 ? 0 : s > 1 ? 1 : s;
        u = u < 0 ? 0 : u > 1 ? 1 : u;
        const long double far = length(along(along(r, s, d), -u, e));
        best = far < best ? far : best;
    }
    return best;
}

// The distance of a point from a face, if its foot is inside.
static long double foot(const struct body *b, int f, vector p) {
    const vector n = b->normal[f];
    int in = 0, out = 0;
    for (int i = 0; i < b->corners; ++i) {
        const vector from = b->point[b->face[f][i]];
        const vector to = b->point[b->face[f][(i + 1) % b->corners]];
        const long double side = dot(cross(along(to, -1, from), along(p, -1, from)), n);
        in += side >= 0;
        out += side <= 0;
    }
    if (!(dot(n, n) > 0) || (in < b->corners && out < b->corners))
        return 1e4000L;
    const long double far = dot(along(p, -1, b->point[b->face[f][0]]), n) / length(n);
    return far < 0 ? -far : far;
}

static bool overlap(const struct body *a, const struct body *b, vector by) {
    long double first = -1e4000L, last = 1e4000L;
    struct body moved = *b;
    for (int i = 0; i < b->points; ++i)
        moved.point[i] = along(b->point[i], 1, by);
    polytopes(a, &moved, (vector){{0, 0, 0}}, &first, &last);
    return first <= last && a->faces + b->faces > 0;
}

// Of bodies without radius, b moved by w t; 0 if they overlap.
static long double distance(const struct body *a, const struct body *b, vector w, long double t) {
    const vector by = along((vector){{0, 0, 0}}, t, w);
    long double best = 1e4000L;
    const vector zero = {{0, 0, 0}};
    if (overlap(a, b, by))
        return 0;
    for (int i = 0; i < (a->edges ? a->edges : 1); ++i)
        for (int j = 0; j < (b->edges ? b->edges : 1); ++j) {
            const vector p = a->point[a->edges ? a->edge_end[i][0] : 0];
            const vector q = b->point[b->edges ? b->edge_end[j][0] : 0];
            const long double far = segments(p, a->edges ? a->edge[i] : zero, along(q, 1, by),
                                             b->edges ? b->edge[j] : zero);
            best = far < best ? far : best;
        }
    for (int f = 0; f < b->faces; ++f)
        for (int i = 0; i < a->points; ++i) {
            const long double far = foot(b, f, along(a->point[i], -1, by));
            best = far < best ? far : best;
        }
    for (int f = 0; f < a->faces; ++f)
        for (int i = 0; i < b->points; ++i) {
            const long double far = foot(a, f, along(b->point[i], 1, by));
            best = far < best ? far : best;
        }
    return best;
}

// The first contact of rounded bodies in [0, end], by bisection: the signed distance is convex. It
// is infinite if there is none; *least is the least distance that was seen.
static long double rounded(const struct body *a, const struct body *b, vector w, long double end,
                           long double *least) {
    const long double r = a->radius + b->radius;
    long double lo = 0, hi = end, at;
    if ((*least = distance(a, b, w, 0) - r) <= 0)
        return 0;
    for (int k = 0; k < 120; ++k) { // golden section
        const long double x = lo + 0.382L * (hi - lo), y = lo + 0.618L * (hi - lo);
        const long double fx = distance(a, b, w, x) - r, fy = distance(a, b, w, y) - r;
        if (fx <= 0 || fy <= 0) {
            hi = fx <= 0 ? x : y;
            *least = fx < fy ? fx : fy;
            for (int i = 0; i < 70; ++i) {
                at = 0.5L * (lo + hi);
                if (distance(a, b, w, at) <= r)
                    hi = at;
                else
                    lo = at;
            }
            return hi;
        }
        if (fx < fy)
            hi = y;
        else
            lo = x;
        *least = fx < *least ? fx : *least;
        *least = fy < *least ? fy : *least;
    }
    return 1e4000L;
}

// ---- random shapes ---------------------------------------------------------------------------

static collide_vec3 scaled(collide_vec3 p, float s) {
    return (collide_vec3){p.x * s, p.y * s, p.z * s};
}

static collide_shape random_shape(inputs_random *r, uint32_t kind, collide_vec3 at, float size) {
    collide_vec3 p[4];
    const collide_pose pose = inputs_pose(r, at);
    const float radius = size * inputs_uniform(r, 0.125f, 0.5f);
    for (int i = 0; i < 4; ++i) {
        const collide_vec3 d = scaled(inputs_vec3(r, -1, 1), size);
        p[i] = (collide_vec3){at.x + d.x, at.y + d.y, at.z + d.z};
    }
    collide_vec3 half = scaled(inputs_vec3(r, 0.125f, 1), size);
    switch (kind) {
    case COLLIDE_SHAPE_POINT:
        return collide_shape_from_point(at);
    case COLLIDE_SHAPE_SEGMENT: {
        const collide_segment s = {p[0], p[1]};
        return collide_shape_from_segment(&s);
    }
    case COLLIDE_SHAPE_SPHERE: {
        const collide_sphere s = {at, radius};
        return collide_shape_from_sphere(&s);
    }
    case COLLIDE_SHAPE_CAPSULE: {
        const collide_capsule s = {p[0], p[1], radius};
        return collide_shape_from_capsule(&s);
    }
    case COLLIDE_SHAPE_AABB: {
        const collide_aabb s = {{at.x - half.x, at.y - half.y, at.z - half.z},
                                {at.x + half.x, at.y + half.y, at.z + half.z}};
        return collide_shape_from_aabb(&s);
    }
    case COLLIDE_SHAPE_OBB: {
        const collide_obb s = collide_obb_from_pose(&pose, half);
        return collide_shape_from_obb(&s);
    }
    case COLLIDE_SHAPE_TRIANGLE: {
        const collide_triangle s = {{p[0], p[1], p[2]}};
        return collide_shape_from_triangle(&s);
    }
    case COLLIDE_SHAPE_TETRAHEDRON: {
        const collide_tetrahedron s = {{p[0], p[1], p[2], p[3]}};
        return collide_shape_from_tetrahedron(&s);
    }
    case COLLIDE_SHAPE_PLANE: {
        const collide_plane s = {pose.axis[2], size};
        return collide_shape_from_plane(&s);
    }
    default: {
        const collide_cylinder s = {at, pose.axis[2], radius, 2 * half.x};
        return collide_shape_from_cylinder(&s);
    }
    }
}

struct query {
    collide_shape a, b;
    collide_vec3 va, vb;
    float t_max, size; // size: S
};

// Two shapes that most often meet: b moves toward a, past its centre by up to aside.
static struct query random_query(inputs_random *r, uint32_t ka, uint32_t kb, float scale,
                                 float speed) {
    struct query q;
    const float far = inputs_uniform(r, 0, 6) * scale, aside = scale * inputs_uniform(r, 0, 1.5f);
    const collide_pose way = inputs_pose(r, (collide_vec3){0, 0, 0});
    const collide_vec3 x = way.axis[0], y = way.axis[1], from = inputs_vec3(r, -2, 2);
    const collide_vec3 at_a = scaled(from, scale);
    const collide_vec3 at_b = {at_a.x + far * x.x + aside * y.x, at_a.y + far * x.y + aside * y.y,
                               at_a.z + far * x.z + aside * y.z};
    q.a = random_shape(r, ka, at_a, scale);
    q.b = random_shape(r, kb, at_b, scale);
    q.va = scaled(inputs_vec3(r, -1, 1), speed);
    const float fast = speed * inputs_uniform(r, 0.25f, 2);
    q.vb = (collide_vec3){q.va.x - fast * x.x, q.va.y - fast * x.y, q.va.z - fast * x.z};
    q.t_max = inputs_next(r) >> 40 & 3 ? INFINITY : 4 * scale / speed;
    q.size = far + aside + 8 * scale;
    return q;
}

static bool sweep(const struct query *q, collide_bracket *out) {
    return collide_shape_shape_sweep(&q->a, q->va, &q->b, q->vb, q->t_max, out);
}

static vector motion(const struct query *q) {
    return along(vector_of(q->vb), -1, vector_of(q->va));
}

// The widest bracket, in units of S / speed, by verdict.
struct widths {
    double widest, gap;
    long hits, near, misses;
};

static void seen(struct widths *w, const struct query *q, const collide_bracket *r) {
    const double speed = (double)length(motion(q));
    const double width = ((double)r->t_hi - (double)r->t_lo) * speed / (double)q->size;
    *(r->verdict == COLLIDE_HIT    ? &w->hits
      : r->verdict == COLLIDE_NEAR ? &w->near
                                   : &w->misses) += 1;
    if (r->verdict == COLLIDE_MISS)
        return;
    w->widest = width > w->widest ? width : w->widest;
    if (r->verdict == COLLIDE_NEAR && (double)r->gap / (double)q->size > w->gap)
        w->gap = (double)r->gap / (double)q->size;
}

static void say(const char *name, const struct widths *w) {
    print_message("# %s: %ld hits, %ld near, %ld misses; widest %.1e S / speed, gap %.1e S\n", name,
                  w->hits, w->near, w->misses, w->widest, w->gap);
}

static int test_mirror(const struct query *q, const collide_bracket *r) {
    struct query other = *q;
    collide_bracket s;
    other.a = q->b;
    other.b = q->a;
    other.va = q->vb;
    other.vb = q->va;
    sweep(&other, &s);
    s.normal = (collide_vec3){0 - s.normal.x, 0 - s.normal.y, 0 - s.normal.z};
    return memcmp(&s, r, sizeof s);
}

// The first contact is in the bracket, or there is none; a distance below slack is either.
static void check(const struct query *q, const collide_bracket *r, long double first,
                  long double last, long double least, const char *name) {
    const long double end = (long double)q->t_max;
    const bool contact = first < 1e3000L && first <= last && first <= end && last >= 0;
    const long double t = first > 0 ? first : 0, unit = (long double)q->size;
    const long double slack = unit * 1e-17L / length(motion(q));
    REQUIRE(test_mirror(q, r) == 0, "%s: a, b and b, a differ", name);
    REQUIRE(r->t_lo <= r->t_hi && r->t_lo >= 0, "%s: %g to %g", name, (double)r->t_lo,
            (double)r->t_hi);
    if (contact) {
        REQUIRE(r->verdict != COLLIDE_MISS, "%s: a miss, contact at %Lg", name, t);
        REQUIRE((long double)r->t_lo <= t + slack, "%s: %.9g is late, contact at %.12Lg", name,
                (double)r->t_lo, t);
        REQUIRE((long double)r->t_hi >= t - slack, "%s: ends at %.9g, contact at %.12Lg", name,
                (double)r->t_hi, t);
    } else {
        REQUIRE(r->verdict != COLLIDE_HIT || least <= unit * 1e-15L, "%s: a hit, %Lg apart", name,
                least);
    }
}

// ---- tests -----------------------------------------------------------------------------------

static const char *const kind_name[] = {"none",        "point",    "segment", "sphere",
                                        "capsule",     "aabb",     "obb",     "triangle",
                                        "tetrahedron", "cylinder", "convex",  "plane"};

// Polytopes of any kind, also flat ones, against axes.
static void test_polytopes(void **state) {
    static const uint32_t which[] = {COLLIDE_SHAPE_SEGMENT,     COLLIDE_SHAPE_TRIANGLE,
                                     COLLIDE_SHAPE_TETRAHEDRON, COLLIDE_SHAPE_OBB,
                                     COLLIDE_SHAPE_AABB,        COLLIDE_SHAPE_POINT};
    static const float scales[] = {1, 1e-6f, 1e6f};
    inputs_random r = inputs_seed(1);
    (void)state;
    for (int i = 0; i < 6; ++i)
        for (int j = 0; j < 6; ++j) {
            struct widths w = {0, 0, 0, 0, 0};
            char name[40];
            snprintf(name, sizeof name, "%s %s", kind_name[which[i]], kind_name[which[j]]);
            if ((i == 5 || j == 5) && (i % 5 == 0 && j % 5 == 0)) // never, but by chance
                continue;
            for (int k = 0; k < 900; ++k) {
                const float scale = scales[k % 3];
                struct query q =
                    random_query(&r, which[i], which[j], scale, scale * scales[k / 3 % 3]);
                struct body a, b;
                collide_bracket got;
                long double first, last;
                body_of(&a, &q.a, false);
                body_of(&b, &q.b, false);
                polytopes(&a, &b, motion(&q), &first, &last);
                sweep(&q, &got);
                check(&q, &got, first, last, first > last ? 1e4000L : 0, name);
                seen(&w, &q, &got);
            }
            say(name, &w);
            assert_true(w.near == 0 && w.hits > 50 && w.widest < 0x1p-20);
        }
}

// Spheres and capsules against all, by features.
static void test_rounded(void **state) {
    static const uint32_t which[] = {
        COLLIDE_SHAPE_SPHERE,   COLLIDE_SHAPE_CAPSULE,     COLLIDE_SHAPE_POINT,
        COLLIDE_SHAPE_SEGMENT,  COLLIDE_SHAPE_OBB,         COLLIDE_SHAPE_AABB,
        COLLIDE_SHAPE_TRIANGLE, COLLIDE_SHAPE_TETRAHEDRON,
    };
    static const float scales[] = {1, 1e-6f, 1e6f};
    inputs_random r = inputs_seed(2);
    (void)state;
    for (int i = 0; i < 2; ++i)
        for (int j = 0; j < 8; ++j) {
            struct widths w = {0, 0, 0, 0, 0};
            char name[40];
            snprintf(name, sizeof name, "%s %s", kind_name[which[i]], kind_name[which[j]]);
            for (int k = 0; k < 90; ++k) {
                const float scale = scales[k % 3];
                struct query q =
                    random_query(&r, which[i], which[j], scale, scale * scales[k / 3 % 3]);
                struct body a, b;
                collide_bracket got;
                long double least;
                body_of(&a, &q.a, false);
                body_of(&b, &q.b, false);
                const long double end = 32 * (long double)scale / length(motion(&q));
                const long double first = rounded(&a, &b, motion(&q), end, &least);
                sweep(&q, &got);
                check(&q, &got, first, 1e4000L, least, name);
                seen(&w, &q, &got);
            }
            say(name, &w);
            assert_true(w.near == 0 && w.hits > 5 && w.widest < 0x1p-20);
        }
}

// Cylinders against polytopes: between the contacts of a prism around them and of one inside.
static void test_cylinders(void **state) {
    static const uint32_t which[] = {COLLIDE_SHAPE_OBB, COLLIDE_SHAPE_TRIANGLE,
                                     COLLIDE_SHAPE_TETRAHEDRON, COLLIDE_SHAPE_SEGMENT,
                                     COLLIDE_SHAPE_CYLINDER};
    inputs_random r = inputs_seed(3);
    (void)state;
    for (int j = 0; j < 5; ++j) {
        struct widths w = {0, 0, 0, 0, 0};
        for (int k = 0; k < (j == 4 ? 24 : 150); ++k) {
            struct query q = random_query(&r, COLLIDE_SHAPE_CYLINDER, which[j], 1, 1);
            struct body in, around, b, c;
            collide_bracket got;
            long double first[2], last[2];
            body_of(&in, &q.a, false);
            body_of(&around, &q.a, true);
            body_of(&b, &q.b, false);
            body_of(&c, &q.b, true);
            polytopes(&around, &c, motion(&q), &first[0], &last[0]);
            polytopes(&in, &b, motion(&q), &first[1], &last[1]);
            sweep(&q, &got);
            REQUIRE(test_mirror(&q, &got) == 0, "a, b and b, a differ");
            const bool may =
                first[0] <= last[0] && first[0] <= (long double)q.t_max && last[0] >= 0;
            const bool must =
                first[1] <= last[1] && first[1] <= (long double)q.t_max && last[1] >= 0;
            if (must)
                REQUIRE(got.verdict != COLLIDE_MISS &&
                            (long double)got.t_lo <= (first[1] > 0 ? first[1] : 0) + 1e-15L,
                        "%s: %.9g is late, contact at %.9Lg", kind_name[which[j]], (double)got.t_lo,
                        first[1]);
            REQUIRE(may || got.verdict != COLLIDE_HIT, "a hit of shapes apart");
            if (may && got.verdict == COLLIDE_HIT)
                REQUIRE((long double)got.t_hi >= first[0] - 1e-15L, "contact too early");
            seen(&w, &q, &got);
        }
        say(kind_name[which[j]], &w);
        assert_true(w.near == 0 && w.widest < 0x1p-20);
    }
}

// Boxes on a grid: they touch, slide, rest, part and graze exactly. Some are flat.
static void test_grid(void **state) {
    inputs_random r = inputs_seed(4);
    struct widths w = {0, 0, 0, 0, 0};
    (void)state;
    for (int k = 0; k < cases(30000); ++k) {
        struct query q;
        struct body a, b;
        collide_bracket got;
        long double first, last;
        float x[18];
        for (int i = 0; i < 18; ++i)
            x[i] = (float)(int)(inputs_next(&r) >> 40 & 3);
        const collide_aabb p = {{x[0], x[1], x[2]}, {x[0] + x[3], x[1] + x[4], x[2] + x[5]}};
        const collide_obb o = {{x[6], x[7], x[8]},
                               {x[9] / 2, x[10] / 2, x[11] / 2},
                               {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}};
        q.a = collide_shape_from_aabb(&p);
        q.b = collide_shape_from_obb(&o);
        q.va = (collide_vec3){x[12] - 1, x[13] - 1, x[14] - 1};
        q.vb = (collide_vec3){x[15] - 1, x[16] - 1, x[17] - 1};
        q.t_max = k & 1 ? INFINITY : (float)(k >> 1 & 3);
        q.size = 24;
        body_of(&a, &q.a, false);
        body_of(&b, &q.b, false);
        polytopes(&a, &b, motion(&q), &first, &last);
        sweep(&q, &got);
        if (dot(motion(&q), motion(&q)) == 0) { // at rest
            const bool apart = first > last, deep = first <= last;
            REQUIRE(apart ? got.verdict == COLLIDE_MISS
                          : deep && got.verdict != COLLIDE_MISS && got.t_lo == 0,
                    "at rest: %u", (unsigned)got.verdict);
            continue;
        }
        check(&q, &got, first, last, first > last ? 1e4000L : 0, "grid");
        REQUIRE(got.verdict != COLLIDE_MISS || first > last || first > (long double)q.t_max ||
                    last < 0,
                "grid: a miss");
        REQUIRE(got.verdict != COLLIDE_NEAR || got.gap <= 24 * 0x1p-22f, "NEAR, %g apart",
                (double)got.gap);
        if (got.verdict == COLLIDE_HIT)
            seen(&w, &q, &got);
        w.near += got.verdict == COLLIDE_NEAR;
        w.misses += got.verdict == COLLIDE_MISS;
    }
    say("grid", &w);
    assert_true(w.hits > cases(3000) && w.misses > cases(3000) && w.widest < 0x1p-20);
}

// The probes of a sweep, and the rounds of their searches.
static unsigned long long rounds(const struct query *q) {
    collide__core a, b;
    collide_bracket got;
    collide_work = 0;
    assert_true(collide__core_of(&a, &q->a) && collide__core_of(&b, &q->b));
    const collide__core_pair p = collide__core_pair_of(&a, &b, false);
    collide__sweep_first(&p, collide__dsub(q->vb, q->va), (double)FLT_MAX, &got);
    return collide_work;
}

// Spheres that pass each other nearly at the sum of their radii: the time is a root of a square.
static void test_grazing(void **state) {
    inputs_random r = inputs_seed(5);
    struct widths w[7] = {{0, 0, 0, 0, 0}};
    unsigned long long most = 0;
    (void)state;
    for (int k = 0; k < cases(70000); ++k) {
        static const float deep[7] = {0x1p-4f, 0x1p-8f, 0x1p-12f, 0x1p-16f, 0x1p-20f, 0x1p-23f, 0};
        const float d = (k / 7 & 1 ? -1 : 1) * deep[k % 7] * inputs_uniform(&r, 0.5f, 1);
        const collide_sphere s[2] = {{inputs_vec3(&r, -1, 1), inputs_uniform(&r, 0.25f, 1)},
                                     {{0, 0, 0}, inputs_uniform(&r, 0.25f, 1)}};
        const collide_pose way = inputs_pose(&r, (collide_vec3){0, 0, 0});
        struct query q;
        collide_bracket got;
        collide_sphere t = s[1];
        const float aside = s[0].radius + s[1].radius - d, far = inputs_uniform(&r, 1, 4);
        t.center.x = s[0].center.x + aside * way.axis[0].x - far * way.axis[1].x;
        t.center.y = s[0].center.y + aside * way.axis[0].y - far * way.axis[1].y;
        t.center.z = s[0].center.z + aside * way.axis[0].z - far * way.axis[1].z;
        q.a = collide_shape_from_sphere(&s[0]);
        q.b = collide_shape_from_sphere(&t);
        q.va = (collide_vec3){0, 0, 0};
        q.vb = scaled(way.axis[1], inputs_uniform(&r, 0.5f, 2));
        q.t_max = INFINITY;
        q.size = s[0].radius + s[1].radius + aside + far;
        // |p + v t| = sum
        const vector p = along(vector_of(t.center), -1, vector_of(s[0].center)), v = motion(&q);
        const long double sum = (long double)s[0].radius + (long double)s[1].radius;
        const long double pv = dot(p, v), vv = dot(v, v);
        const vector off = along(p, -pv / vv, v);
        const long double low = length(off), under = (sum - low) * (sum + low);
        long double h = under > 0 ? (long double)collide__sqrt((double)under) : 0;
        h = h > 0 ? 0.5L * (h + under / h) : 0;
        h = h > 0 ? 0.5L * (h + under / h) : 0;
        const long double first = (-pv - h * length(v)) / vv;
        sweep(&q, &got);
        const unsigned long long n = rounds(&q);
        most = n > most ? n : most;
        if (under >= 0) {
            REQUIRE(got.verdict != COLLIDE_MISS, "a miss, %Lg deep", sum - low);
            REQUIRE((long double)got.t_lo <= first + 1e-17L, "late: %.9g, contact at %.12Lg",
                    (double)got.t_lo, first);
            REQUIRE((long double)got.t_hi >= first - 1e-17L, "t_hi is early");
        } else {
            REQUIRE(got.verdict != COLLIDE_HIT || sum - low > -1e-17L, "a hit");
            REQUIRE(got.verdict != COLLIDE_NEAR || low - sum < 1e-12L, "near, %Lg apart",
                    low - sum);
        }
        seen(&w[k % 7], &q, &got);
    }
    for (int i = 0; i < 7; ++i) {
        say("grazing", &w[i]);
        assert_true(w[i].hits > cases(4000) && w[i].misses > cases(4000) && w[i].widest < 0x1p-20);
    }
    print_message("# grazing: at most %llu rounds\n", most);
    assert_true(most > 8 && most <= 64);
}

// Pairs that have closed sweeps: both answers agree within the bounds of both.
static void test_closed(void **state) {
    inputs_random r = inputs_seed(6);
    int hits[5] = {0, 0, 0, 0, 0};
    (void)state;
    for (int k = 0; k < cases(20000); ++k) {
        static const uint32_t which[5][2] = {{COLLIDE_SHAPE_SPHERE, COLLIDE_SHAPE_SPHERE},
                                             {COLLIDE_SHAPE_SPHERE, COLLIDE_SHAPE_TRIANGLE},
                                             {COLLIDE_SHAPE_OBB, COLLIDE_SHAPE_OBB},
                                             {COLLIDE_SHAPE_OBB, COLLIDE_SHAPE_TRIANGLE},
                                             {COLLIDE_SHAPE_TRIANGLE, COLLIDE_SHAPE_TRIANGLE}};
        const int i = k % 5;
        const struct query q = random_query(&r, which[i][0], which[i][1], 1, 1);
        collide_bracket got;
        collide_sweep times = {0, 0};
        collide_impact impact = {0, 0, {0, 0, 0}, 0, 0};
        const bool near_hit = sweep(&q, &got);
        const bool hit =
            i == 0   ? collide_sphere_sphere_sweep(&q.a.of.sphere, q.va, &q.b.of.sphere, q.vb,
                                                   q.t_max, &times)
            : i == 1 ? collide_sphere_triangle_sweep(&q.a.of.sphere, q.va, &q.b.of.triangle, q.vb,
                                                     q.t_max, &impact)
            : i == 2 ? collide_obb_obb_sweep(&q.a.of.obb, q.va, &q.b.of.obb, q.vb, q.t_max, &impact)
            : i == 3 ? collide_obb_triangle_sweep(&q.a.of.obb, q.va, &q.b.of.triangle, q.vb,
                                                  q.t_max, &impact)
                     : collide_triangle_triangle_sweep(&q.a.of.triangle, q.va, &q.b.of.triangle,
                                                       q.vb, q.t_max, &impact);
        const float first = i == 0 ? times.t_first : impact.t_first;
        // Floats invent contact within 2^-17 of the sizes, but miss none.
        const bool exact = i < 2 || i == 4;
        const float margin = exact ? 0x1p-20f : 0x1p-8f;
        REQUIRE(!near_hit || got.verdict != COLLIDE_HIT || hit, "%d: a hit that is none", i);
        if (hit && exact)
            REQUIRE(near_hit, "%d: a miss", i);
        if (hit && near_hit && got.gap >= 0 && i != 3)
            REQUIRE(first <= got.t_hi + margin && first >= got.t_lo - margin,
                    "%d: %.9g, not in %.9g to %.9g", i, (double)first, (double)got.t_lo,
                    (double)got.t_hi);
        hits[i] += hit && near_hit;
    }
    for (int i = 0; i < 5; ++i)
        assert_true(hits[i] > cases(500));
}

// Convex bodies: boxes as hulls.
static void test_hulls(void **state) {
    inputs_random r = inputs_seed(9);
    void *memory[2];
    collide_convex *hull[2];
    (void)state;
    for (int i = 0; i < 2; ++i)
        assert_int_equal(posix_memalign(&memory[i], COLLIDE_ALIGNMENT, 1 << 16), 0);
    struct widths w = {0, 0, 0, 0, 0};
    for (int k = 0; k < cases(3000); ++k) {
        struct query q = random_query(&r, COLLIDE_SHAPE_OBB, COLLIDE_SHAPE_OBB, 1, 1), other = q;
        struct body a, b;
        collide_bracket got;
        long double first, last;
        collide_shape *shape[2] = {&other.a, &other.b};
        static const collide_vec3 axes[3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
        for (int i = 0; i < 2; ++i) {
            const collide_obb o = shape[i]->of.obb;
            collide_vec3 corner[8];
            for (int c = 0; c < 8; ++c)
                corner[c] =
                    (collide_vec3){c & 1 ? o.half.x : -o.half.x, c & 2 ? o.half.y : -o.half.y,
                                   c & 4 ? o.half.z : -o.half.z};
            assert_int_equal(
                collide_convex_build(&hull[i], memory[i], 1 << 16, corner, 8, axes, 3, axes, 3),
                COLLIDE_OK);
            collide_pose pose = collide_pose_identity();
            pose.position = o.center;
            memcpy(pose.axis, o.axis, sizeof pose.axis);
            *shape[i] = collide_shape_from_convex(hull[i], &pose);
            if (k % 3 == 0)
                break; // the other one stays a box
        }
        body_of(&a, &q.a, false);
        body_of(&b, &q.b, false);
        polytopes(&a, &b, motion(&q), &first, &last);
        sweep(&other, &got);
        check(&other, &got, first, last, first > last ? 1e4000L : 0, "hulls");
        seen(&w, &q, &got);
    }
    say("hulls", &w);
    assert_true(w.near == 0 && w.widest < 0x1p-20);
    for (int i = 0; i < 2; ++i)
        free(memory[i]);
}

// Half-spaces: s(t) is linear.
static void test_planes(void **state) {
    inputs_random r = inputs_seed(7);
    struct widths w = {0, 0, 0, 0, 0};
    long wide = 0;
    (void)state;
    for (int k = 0; k < cases(20000); ++k) {
        static const uint32_t which[] = {COLLIDE_SHAPE_SPHERE, COLLIDE_SHAPE_CAPSULE,
                                         COLLIDE_SHAPE_OBB, COLLIDE_SHAPE_TRIANGLE};
        const struct query q = random_query(&r, which[k % 4], COLLIDE_SHAPE_PLANE, 1, 1);
        struct body a;
        collide_bracket got;
        const vector n = vector_of(q.b.of.plane.normal);
        const long double unit = length(n), rate = dot(n, motion(&q)) / unit;
        long double s = 1e4000L;
        body_of(&a, &q.a, false);
        for (int i = 0; i < a.points; ++i) {
            const long double x =
                (dot(n, a.point[i]) - (long double)q.b.of.plane.distance) / unit - a.radius;
            s = x < s ? x : s;
        }
        sweep(&q, &got);
        // The plane moves by rate, so the gap is s - rate t.
        const long double first = s <= 0 ? 0 : rate > 0 ? s / rate : 1e4000L;
        check(&q, &got, first, 1e3999L, s, "plane");
        seen(&w, &q, &got);
        // Most often the two floats on both sides of the first contact.
        wide += got.t_hi > 0 && got.verdict == COLLIDE_HIT &&
                (double)got.t_hi - (double)got.t_lo > 0x1p-23 * (double)got.t_hi;
    }
    say("planes", &w);
    assert_true(w.hits > cases(10000) && wide < w.hits / 1000 + 2);
    // Two half-spaces that face each other.
    const collide_plane floor_plane = {{0, 0, 1}, 0}, roof = {{0, 0, -2}, -6},
                        wall = {{1, 0, 0}, 0};
    const collide_shape f = collide_shape_from_plane(&floor_plane);
    const collide_shape g = collide_shape_from_plane(&roof), h = collide_shape_from_plane(&wall);
    const collide_vec3 rest = {0, 0, 0}, down = {0, 0, -1};
    collide_bracket got;
    assert_true(collide_shape_shape_sweep(&f, rest, &g, down, 9, &got));
    assert_true(got.verdict == COLLIDE_HIT && got.t_lo <= 3 && got.t_hi >= 3 &&
                got.t_hi - got.t_lo < 0x1p-18f && got.normal.z == -1);
    assert_false(collide_shape_shape_sweep(&f, rest, &g, down, 2, &got));
    assert_false(collide_shape_shape_sweep(&f, down, &g, rest, 9, &got));
    assert_true(collide_shape_shape_sweep(&f, down, &h, rest, 9, &got) && got.t_hi == 0);
}

// Typed calls have the same bits; lengths and times scaled by 2^k have scaled bits.
static void test_same(void **state) {
    inputs_random r = inputs_seed(8);
    (void)state;
    for (int k = 0; k < cases(5000); ++k) {
        static const uint32_t which[5][2] = {{COLLIDE_SHAPE_SPHERE, COLLIDE_SHAPE_CAPSULE},
                                             {COLLIDE_SHAPE_SPHERE, COLLIDE_SHAPE_OBB},
                                             {COLLIDE_SHAPE_CAPSULE, COLLIDE_SHAPE_CAPSULE},
                                             {COLLIDE_SHAPE_CAPSULE, COLLIDE_SHAPE_OBB},
                                             {COLLIDE_SHAPE_CAPSULE, COLLIDE_SHAPE_TRIANGLE}};
        const int i = k % 5;
        struct query q = random_query(&r, which[i][0], which[i][1], 1, 1);
        collide_bracket got, typed;
        const bool hit = sweep(&q, &got);
        const collide_sphere *s = &q.a.of.sphere;
        const collide_capsule *c = &q.a.of.capsule, *d = &q.b.of.capsule;
        const bool same =
            i == 0   ? collide_sphere_capsule_sweep(s, q.va, d, q.vb, q.t_max, &typed)
            : i == 1 ? collide_sphere_obb_sweep(s, q.va, &q.b.of.obb, q.vb, q.t_max, &typed)
            : i == 2 ? collide_capsule_capsule_sweep(c, q.va, d, q.vb, q.t_max, &typed)
            : i == 3
                ? collide_capsule_obb_sweep(c, q.va, &q.b.of.obb, q.vb, q.t_max, &typed)
                : collide_capsule_triangle_sweep(c, q.va, &q.b.of.triangle, q.vb, q.t_max, &typed);
        assert_true(same == hit && hit == (got.verdict != COLLIDE_MISS));
        assert_memory_equal(&got, &typed, sizeof got);
        assert_true(collide_shape_shape_sweep(&q.a, q.va, &q.b, q.vb, q.t_max, NULL) == hit);
        q.va = scaled(q.va, 0x1p-20f);
        q.vb = scaled(q.vb, 0x1p-20f);
        q.t_max *= 0x1p20f;
        sweep(&q, &typed);
        got.t_lo *= 0x1p20f;
        got.t_hi *= 0x1p20f;
        assert_memory_equal(&got, &typed, sizeof got);
    }
}

static void test_special(void **state) {
    static const float strange[] = {NAN, INFINITY, -INFINITY};
    const collide_sphere a = {{0, 0, 0}, 1}, b = {{4, 0, 0}, 1}, tiny = {{0x1p-149f, 0, 0}, 0};
    const collide_sphere far = {{FLT_MAX, FLT_MAX, 0}, 1}, huge = {{0, 0, 0}, FLT_MAX};
    const collide_sphere bad = {{0, 0, 0}, -1};
    const collide_shape s = collide_shape_from_sphere(&a), t = collide_shape_from_sphere(&b);
    const collide_shape u = collide_shape_from_sphere(&tiny), v = collide_shape_from_sphere(&far);
    const collide_shape x = collide_shape_from_sphere(&huge), y = collide_shape_from_sphere(&bad);
    const collide_shape none = {0, {{0, 0, 0}}};
    const collide_vec3 rest = {0, 0, 0}, slow = {0x1p-149f, 0, 0}, left = {-1, 0, 0};
    const collide_vec3 fast = {-FLT_MAX, -FLT_MAX, 0};
    collide_bracket got;
    (void)state;
    for (int i = 0; i < 3; ++i) {
        collide_vec3 w = {0, 0, 0};
        w.y = strange[i];
        assert_false(collide_shape_shape_sweep(&s, w, &t, left, 9, &got));
        assert_true(got.verdict == COLLIDE_MISS && got.t_lo == INFINITY && got.t_hi == INFINITY &&
                    got.gap == INFINITY && got.normal.x == 0);
        assert_false(collide_shape_shape_sweep(&s, rest, &t, w, 9, &got));
        if (i != 1)
            assert_false(collide_shape_shape_sweep(&s, rest, &t, left, strange[i], &got));
    }
    assert_false(collide_shape_shape_sweep(&s, rest, &t, left, -1, &got));
    assert_false(collide_shape_shape_sweep(&s, rest, &none, left, 9, &got));
    assert_false(collide_shape_shape_sweep(&y, rest, &t, left, 9, &got));
    // At rest: apart, touching, overlapping.
    assert_false(collide_shape_shape_sweep(&s, rest, &t, rest, INFINITY, &got));
    assert_false(collide_shape_shape_sweep(&s, left, &t, left, INFINITY, &got));
    collide_sphere c = b;
    c.center.x = 2;
    collide_shape touching = collide_shape_from_sphere(&c);
    assert_true(collide_shape_shape_sweep(&s, rest, &touching, rest, 5, &got));
    assert_true(got.verdict == COLLIDE_NEAR && got.t_lo == 0 && got.t_hi == 5 && got.gap >= 0 &&
                got.gap < 0x1p-20f);
    assert_true(collide_shape_shape_sweep(&s, rest, &s, rest, 5, &got));
    assert_true(got.verdict == COLLIDE_HIT && got.t_lo == 0 && got.t_hi == 0 && got.gap < -1.9f);
    // Touching, and leaving at once.
    assert_true(collide_shape_shape_sweep(&touching, rest, &s, left, 5, &got));
    assert_true(got.verdict == COLLIDE_NEAR && got.t_lo == 0 && got.t_hi < 0x1p-20f);
    // Contact exactly at the end of time, after it, with an end that is infinite.
    assert_true(collide_shape_shape_sweep(&s, rest, &t, left, 2, &got) && got.t_hi == 2);
    assert_false(collide_shape_shape_sweep(&s, rest, &t, left, 1.99f, &got));
    assert_true(collide_shape_shape_sweep(&s, rest, &t, left, INFINITY, &got));
    assert_true(got.verdict == COLLIDE_HIT && got.t_lo <= 2 && got.t_hi >= 2);
    // The slowest and the fastest, the smallest and the largest.
    assert_false(collide_shape_shape_sweep(&s, slow, &t, rest, INFINITY, &got));
    assert_true(collide_shape_shape_sweep(&s, rest, &v, fast, INFINITY, &got));
    assert_true(got.verdict != COLLIDE_MISS && got.t_lo <= 1 && got.t_hi >= 0.99f);
    assert_true(collide_shape_shape_sweep(&u, rest, &s, slow, INFINITY, &got) && got.t_hi == 0);
    assert_true(collide_shape_shape_sweep(&x, rest, &v, fast, INFINITY, &got));
    assert_true(got.t_lo <= 0.3f && got.t_hi >= 0.29f);
    assert_true(collide_shape_shape_sweep(&u, slow, &u, rest, 1, &got) && got.t_lo == 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_polytopes), cmocka_unit_test(test_rounded),
        cmocka_unit_test(test_cylinders), cmocka_unit_test(test_grid),
        cmocka_unit_test(test_grazing),   cmocka_unit_test(test_closed),
        cmocka_unit_test(test_hulls),     cmocka_unit_test(test_planes),
        cmocka_unit_test(test_same),      cmocka_unit_test(test_special),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
